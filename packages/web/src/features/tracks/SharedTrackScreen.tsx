import { getRouteApi } from '@tanstack/react-router'
import { type SharedTrack, trackShareCalls } from '@trackway/core/features/track-shares/calls.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, apiBytes } from '../../base/api.ts'
import { AddressBookContext } from '../../ui/address/book-context.ts'
import { LinkScreen } from '../../ui/link/LinkScreen.tsx'
import { Replay } from './Replay.tsx'
import { createSharedAddressBook } from './shared-address-book.ts'

const route = getRouteApi('/sharedTrack/$token')
const timeoutMs = 120_000

/** The replay of a public link, in the time zone of whoever sent it. */
export function SharedTrackScreen() {
  const { t } = useTranslation()
  const { token } = route.useParams()
  return (
    <LinkScreen
      kind={t('tracks.shared.title')}
      queryKey={['track', 'shared', token]}
      load={(signal) => api(trackShareCalls.shared, { token }, { signal })}
      name={({ title }) => title}
      facts={({ from, to }, format) => `${format.dateTime(from)} – ${format.dateTime(to)}`}
    >
      {(facts) => <SharedReplay token={token} facts={facts} />}
    </LinkScreen>
  )
}

function SharedReplay({ token, facts }: { token: string; facts: SharedTrack }) {
  const { vehicles, from, to, withAlarms } = facts
  const [chosen, setChosen] = useState<string>()
  const span = useMemo(() => ({ from, to }), [from, to])
  const share = useMemo(() => ({ token, withAlarms }), [token, withAlarms])
  const addresses = useMemo(() => createSharedAddressBook(token), [token])
  const devices = useMemo(
    () =>
      vehicles.map(({ number, name, trackOptimisation }, place) => ({
        terminalID: String(number),
        name,
        place,
        isSmoothed: trackOptimisation,
        fetchBlocks: (signal: AbortSignal) =>
          apiBytes(trackShareCalls.sharedTrack, { token, number }, { signal, timeoutMs }),
      })),
    [token, vehicles],
  )
  const active = chosen ?? devices[0]?.terminalID
  if (active === undefined) return null
  return (
    <AddressBookContext.Provider value={addresses}>
      <Replay devices={devices} activeId={active} span={span} share={share} onActivate={setChosen} />
    </AddressBookContext.Provider>
  )
}
