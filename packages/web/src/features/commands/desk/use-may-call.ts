import type { Call } from '@trackway/core/api/call.ts'
import type { Permission } from '@trackway/core/codes/permissions.ts'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../../base/session.ts'

/** Why the caller is not offered a call; null: it is offered. The server decides. */
export function useDisabledReason({ permission }: Call): string | null {
  const { t } = useTranslation()
  const { isDemo } = useUser()
  const isAllowed = useCan(...(permission as readonly Permission[]))
  if (isDemo) return t('result.demoAccount')
  return isAllowed ? null : t('result.noPermission')
}

export const useMayCall = (call: Call): boolean => useDisabledReason(call) === null
