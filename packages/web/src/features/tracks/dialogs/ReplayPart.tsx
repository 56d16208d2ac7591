import { Checkbox } from 'antd'
import { useFormat } from '../../../base/use-texts.ts'
import type { Span } from '../replay/player.ts'
import { useReplay } from '../replay/replay-context.ts'

/** What a dialog about a part of the replay is given. */
export interface ReplayPartDialog {
  span: Span
  /** It is about a trip or stop of the active vehicle; else about all vehicles until one chooses otherwise. */
  isOfOne?: boolean
  onClose(): void
}

interface Props {
  span: Span
  isOfAll: boolean
  onOfAll(isOfAll: boolean): void
  /** Text of the choice of all vehicles. */
  allLabel: string
}

/** Which vehicles and which time a dialog is about. */
export function ReplayPart({ span, isOfAll, onOfAll, allLabel }: Props) {
  const format = useFormat()
  const { active, devices } = useReplay()
  return (
    <div>
      <p>
        {(isOfAll ? devices : [active]).map(({ name }) => name).join(', ')}
        <br />
        <span className="tw-muted tw-number">
          {format.dateTime(span.from)} – {format.dateTime(span.to)}
        </span>
      </p>
      {devices.length > 1 && (
        <Checkbox checked={isOfAll} onChange={({ target }) => onOfAll(target.checked)}>
          {allLabel}
        </Checkbox>
      )}
    </div>
  )
}
