/**
 * Kinds of message rows: bodies that are reports, and bodies that are facts about the device.
 * Source: the documents named in `messages.ts`.
 */
import type { Extra, MessageKind, Report } from '../../protocol.ts'
import type { BodyReader } from '../../wire/body.ts'
import { toHex } from '../../wire/bytes.ts'
import { dialectOf } from '../../wire/message.ts'
import { addExtra, bareReport } from '../../wire/report.ts'
import { type Answer, type Gt06Decoding, type Gt06Row, leaveUnknown, refuse } from '../decoding.ts'
import { acknowledge } from '../envelope.ts'
import { identityOf } from '../identity.ts'
import { type Chosen, type Form, readForm } from '../layouts/forms.ts'
import { type ReportRules, toReport } from '../report.ts'

type Read = Gt06Row['read']
/** What a message means beyond its report, once its values are read. */
type Then = (report: Report, decoding: Gt06Decoding, chosen: Chosen) => void

export const row = (kind: MessageKind, name: string, answer: Answer, read: Read = leaveNamed): Gt06Row => ({
  kind,
  name,
  answer,
  read,
})

/** A body that has no layout here, of a number that has a name. */
function leaveNamed(_: BodyReader, decoding: Gt06Decoding): void {
  const { message, frame } = decoding
  message.kind = 'unknown'
  message.information = { raw: toHex(frame) }
}

/** The values of a body in the form that it has; null where the message was settled without them. */
export function valuesOf(
  reader: BodyReader,
  decoding: Gt06Decoding,
  forms: readonly Form[],
  isAlarm = false,
): Chosen | null {
  const { message, head } = decoding
  if (reader.remaining === 0) {
    // An empty body is a sign of life, and the device waits for an answer to it.
    message.kind = 'heartbeat'
    message.replies.push(acknowledge(head.number, head.serial))
    decoding.isAnswered = true
    return null
  }
  const start = reader.offset
  const chosen = readForm(forms, reader)
  const { problem, isExact } = chosen
  if (!isExact && (problem !== null || reader.offset === start)) leaveUnknown(decoding)
  else if (problem === 'coordinates') {
    refuse(decoding, problem)
    // An alarm is acknowledged all the same: the device would only repeat it.
    decoding.isAnswered = !isAlarm
  } else return chosen
  return null
}

/** Reads a body of these forms into a report. */
export const readReport =
  (forms: readonly Form[], rules: ReportRules = {}, then?: Then): Read =>
  (reader, decoding) => {
    const { message, session, now } = decoding
    const chosen = valuesOf(reader, decoding, forms, rules.isAlarm)
    if (chosen === null) return
    session.seenDialect = chosen.form.dialect ?? session.seenDialect
    const identity = chosen.values.imei === undefined ? null : identityOf(chosen.values.imei)
    if (identity !== null) message.identity = identity
    const report = toReport(chosen, rules, session, now)
    if (!chosen.isExact && reader.remaining > 0)
      addExtra(report, 'rest', toHex(reader.bytes.subarray(reader.offset, reader.end)))
    message.reports.push(report)
    if (chosen.problem === 'date') message.problem = 'date'
    then?.(report, decoding, chosen)
  }

export const reports = (
  name: string,
  answer: Answer,
  forms: readonly Form[],
  rules?: ReportRules,
  then?: Then,
): Gt06Row => row('reports', name, answer, readReport(forms, rules, then))

/** A heartbeat that holds a position is a report. */
const reportWhereLocated: Then = (_, { message }, { values }) => {
  if (values.flags !== undefined) message.kind = 'reports'
}
/** @param formsOf what a dialect sends instead */
export function heartbeat(
  answer: Answer,
  forms: readonly Form[],
  formsOf: { readonly [dialect: string]: readonly Form[] } = {},
): Gt06Row {
  const readAs = (some: readonly Form[]) => readReport(some, { isHeartbeat: true }, reportWhereLocated)
  const read = readAs(forms)
  const readOf = Object.fromEntries(Object.entries(formsOf).map(([name, some]) => [name, readAs(some)]))
  return row('heartbeat', 'heartbeat', answer, (reader, decoding) =>
    (readOf[dialectOf(decoding.session)] ?? read)(reader, decoding),
  )
}

/** A list of cells with a position is a location. */
export const locationWhereLocated: Then = (_, { message }, { values }) => {
  if (values.flags !== undefined) message.name = 'location'
}

/** Information about the device is kept with it; the ICCID is a reading too, so that a change of the card shows. */
export function addFacts({ message }: Gt06Decoding, facts: { [name: string]: unknown }): void {
  message.information = { ...message.information, ...(facts as { [name: string]: Extra }) }
  if (typeof facts.iccid === 'string') message.reports.push({ ...bareReport(), iccid: facts.iccid })
}

/** Reads a body whose values are facts about the device. */
export const readFacts =
  (forms: readonly Form[]): Read =>
  (reader, decoding) => {
    const chosen = valuesOf(reader, decoding, forms)
    if (chosen === null) return
    const { form, values } = chosen
    const present = form.body.rows.filter(({ name, isPart }) => !isPart && values[name] !== undefined)
    addFacts(decoding, Object.fromEntries(present.map(({ name }) => [name, values[name]])))
  }
