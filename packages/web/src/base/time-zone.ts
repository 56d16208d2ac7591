import { createContext, useContext } from 'react'
import { useSession } from './session.ts'

/** For pages that show somebody else's days, such as a shared replay; null: those of the account. */
export const TimeZoneContext = createContext<string | null>(null)

/** The IANA zone in which days and instants are shown. */
export function useTimeZone(): string {
  const own = useSession((session) => session.user?.timeZone ?? 'UTC')
  return useContext(TimeZoneContext) ?? own
}
