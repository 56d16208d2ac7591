import { useFormat } from '../../../base/use-format.ts'
import type { Span } from '../replay/player.ts'
import { useReplay } from '../replay/replay-context.ts'

/** Which vehicle and which time a dialog is about. */
export function ReplayPart({ span }: { span: Span }) {
  const format = useFormat()
  const { active } = useReplay()
  return (
    <p>
      {active.name}
      <br />
      <span className="tw-muted tw-number">
        {format.dateTime(span.from)} – {format.dateTime(span.to)}
      </span>
    </p>
  )
}
