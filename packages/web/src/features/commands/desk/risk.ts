import { type CommandCode, commandRow } from '@trackway/core/features/commands/commands.ts'
import { meaningOf } from '@trackway/core/features/commands/text-meaning.ts'
import type { TFunction } from 'i18next'
import type { Confirmation } from '../../../ui/form/confirm.ts'

/** What a command is to be feared as: a free text as the most dangerous that it may mean to any device. */
export const feared = (code: CommandCode, { content }: Record<string, unknown>): CommandCode =>
  code === 'text' && typeof content === 'string' ? meaningOf(content) : code

export const isRisky = (code: CommandCode): boolean => commandRow(code).risk !== undefined

/**
 * The confirmation before a risky command is sent, or sent again.
 * @param typed what must be typed before an engine is cut
 * @returns null: the command needs none
 */
export const riskConfirmation = (
  code: CommandCode,
  typed: string | undefined,
  t: TFunction,
): Omit<Confirmation, 'onOk'> | null =>
  isRisky(code)
    ? {
        title: t(`reports.command.${code}`),
        text: t('commands.riskText'),
        okLabel: t('commands.sendAnyway'),
        ...(code === 'oilCut' && { typed }),
      }
    : null
