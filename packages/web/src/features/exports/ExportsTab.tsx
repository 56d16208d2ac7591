import { getRouteApi, Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ExportLists } from './ExportLists.tsx'
import { usePart } from './use-part.ts'

const route = getRouteApi('/index/count/$tab')

/** The lists as a screen of their own, whose address says which of them and which page. */
export function ExportsTab() {
  const { t } = useTranslation()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { part, show } = usePart()
  return (
    <ExportLists
      shown={{ list: search.part ?? 'files', part }}
      onList={(list) =>
        void navigate({
          search: (was) => ({
            ...was,
            pageNum: undefined,
            part: list === 'schedules' ? ('schedules' as const) : undefined,
          }),
        })
      }
      onPart={show}
      toReports={
        <Link to="/index/count/$tab" params={{ tab: 'countMileage' }}>
          <Button type="primary" tabIndex={-1}>
            {t('exports.toReports')}
          </Button>
        </Link>
      }
    />
  )
}
