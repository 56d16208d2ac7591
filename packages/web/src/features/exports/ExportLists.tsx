import { makesFiles } from '@trackway/core/features/exports/calls.ts'
import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../base/session.ts'
import { Toolbar } from '../../ui/layout/Toolbar.tsx'
import { ScheduleList } from '../report-schedules/ScheduleList.tsx'
import { ExportList, type ExportListProps } from './ExportList.tsx'

export type FileList = 'files' | 'schedules'

interface ExportListsProps extends ExportListProps {
  shown: FileList
  onShow: (list: FileList) => void
}

/** Files made of reports and lists, and the reports that go out by mail. */
export function ExportLists({ shown, onShow, ...rest }: ExportListsProps) {
  const { t } = useTranslation()
  // Lists of the factory are made into files, and are not mailed.
  if (!useCan(...makesFiles)) return <ExportList {...rest} />
  return (
    <>
      <Toolbar>
        <Segmented
          aria-label={t('exports.title')}
          value={shown}
          options={[
            { value: 'files', label: t('exports.files') },
            { value: 'schedules', label: t('exports.schedules') },
          ]}
          onChange={onShow}
        />
      </Toolbar>
      {shown === 'schedules' ? <ScheduleList isLocal={rest.isLocal} /> : <ExportList {...rest} />}
    </>
  )
}
