import { getRouteApi, Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ExportLists } from './ExportLists.tsx'

const route = getRouteApi('/index/count/$tab')

/** The lists as a screen of their own; list and page are in the address. */
export function ExportsTab() {
  const { t } = useTranslation()
  const { part = 'files' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <ExportLists
      shown={part}
      onShow={(list) => void navigate({ search: list === 'schedules' ? { part: list } : {} })}
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
