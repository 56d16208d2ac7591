import { CheckCircleOutlined } from '@ant-design/icons'
import { episodeCalls } from '@trackway/core/api/tracks/episodes.ts'
import { addDays, dayAt, startOfDay } from '@trackway/core/rules/local-days.ts'
import { useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { InstantField } from '../../ui/form/field-controls.tsx'
import type { Level } from '../../ui/levels/level.ts'

/** What is offered first: a month, as people look at. */
const usualDays = 30

/** After a change: today is found anew by itself, past days when they are asked for. */
export function RecomputeDialog({ level, onClose }: { level: Level | null; onClose: () => void }) {
  const { t, format } = useTexts()
  const { timeZone } = useUser()
  const { terminalID, userId } = level ?? {}
  const now = Date.now()
  return (
    <FormDialog
      call={episodeCalls.recompute}
      title={t('trackSettings.recompute.run')}
      submitLabel={t('trackSettings.recompute.run')}
      isOpen={level !== null}
      onClose={onClose}
      label={(name) => t(`trackSettings.recompute.${name}`)}
      initial={{
        from: startOfDay(addDays(dayAt(now, timeZone), -usualDays), timeZone),
        ...(terminalID !== undefined ? { terminalIDs: [terminalID] } : userId !== undefined && { userId }),
      }}
      fields={[
        <h3 key="saved" className="tw-accent">
          <CheckCircleOutlined /> {t('trackSettings.saved')}
        </h3>,
        <p key="text" className="tw-muted">
          {t('trackSettings.recompute.text')}
        </p>,
        { name: 'from', control: <InstantField isDay latest={now} /> },
      ]}
      ask={({ from }) => ({
        title: t('trackSettings.recompute.title'),
        text: t('trackSettings.recompute.confirm', { day: format.day(dayAt(Number(from), timeZone)) }),
        okLabel: t('trackSettings.recompute.run'),
      })}
      rereads={['statistics']}
      done={({ devices }) =>
        t('trackSettings.recompute.begun', { count: devices, shown: format.number(devices) })
      }
    />
  )
}
