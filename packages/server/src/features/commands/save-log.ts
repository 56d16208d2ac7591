import type { Command } from '@trackway/core/features/commands/commands.ts'
import { meaningOf } from '@trackway/core/features/commands/text-meaning.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import type { SessionContext } from '../../platform/http/serve.ts'
import { verdictOf } from './delivery/verdict.ts'
import { findSender, findTarget } from './send.ts'
import { commandForm } from './stored-command.ts'
import { lockTargets } from './targets.ts'

interface CommandLogEntry {
  terminalID: string
  content: string
  backContent?: string | undefined
  sentTime?: number | undefined
}

/**
 * Writes a command that reached a device in another way into its history, within a transaction.
 * @throws {Refusal} `notFound`
 */
export async function saveLog(
  context: SessionContext<unknown>,
  { terminalID, content, backContent = '', sentTime = context.now }: CommandLogEntry,
): Promise<{ id: number }> {
  const { db, bus, scope, session, now } = context
  await lockTargets(db, scope, [terminalID])
  const { deviceId, accountId, wire, profile } = await findTarget(db, scope, terminalID, now)
  const sender = await findSender(db, session)
  const command = { code: 'text', parameters: { content } } as Command
  const code = meaningOf(content, wire, profile.commandTexts)
  const verdict =
    backContent === '' ? null : verdictOf({ correlation: null, text: backContent }, { code, command })
  const failure = verdict?.failure ?? null
  const { id } = await db
    .insertInto('commands')
    .values({
      device_id: deviceId,
      account_id: accountId,
      sender_id: sender.id,
      sender: sender.name,
      code,
      kind: code,
      content,
      command: JSON.stringify(commandForm.write(command)),
      is_recorded: true,
      state: failure === null ? ('acknowledged' as const) : ('failed' as const),
      failure,
      reply: verdict?.reply ?? null,
      reply_class: verdict?.replyClass ?? null,
      result: verdict?.result ?? null,
      create_time: now,
      due_time: sentTime,
      sent_time: sentTime,
      expire_time: now,
      ...(verdict && (failure === null ? { acknowledge_time: now } : { end_time: now })),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordChange(context, 'commandRecorded', accountId, {
    terminalId: terminalID,
    after: { command: id, code, content },
  })
  bus.publish('command.changed', { deviceIds: Int32Array.of(deviceId) })
  return { id }
}
