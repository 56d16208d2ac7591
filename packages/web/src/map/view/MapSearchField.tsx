import { ApartmentOutlined, CarOutlined, EnvironmentOutlined, HomeOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { mapSearchCalls } from '@trackway/core/features/map-search/calls.ts'
import { searchCalls } from '@trackway/core/features/search/calls.ts'
import { isSearchable } from '@trackway/core/rules/search-text.ts'
import { Flex, Input } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../base/api.ts'
import { useLanguage } from '../../base/language.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { useCan } from '../../base/session.ts'
import { SearchComplete } from '../../ui/search/SearchComplete.tsx'
import { easeTo, fitBox, readCamera } from './camera.ts'
import styles from './MapSearch.module.css'
import { useMap } from './map-context.ts'

const restMs = 220

interface Found {
  key: string
  icon: ReactNode
  name: string
  note: string
  open: () => void
}

/** Where one types what is looked for, and what was found. */
export function MapSearchField({
  onPin,
  onClose,
}: {
  onPin: (place: { lon: number; lat: number }) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { found, searched, isPending } = useFound(text.trim(), onPin)
  return (
    <div className={styles.search}>
      <SearchComplete
        autoFocus
        className="tw-popover"
        text={text}
        onText={setText}
        searched={searched}
        isPending={isPending}
        options={found.map(({ key, icon, name, note }) => ({
          value: key,
          label: (
            <Flex align="center" gap={8}>
              {icon}
              <span className="tw-ellipsis">
                {name} <span className="tw-muted tw-small">{note}</span>
              </span>
            </Flex>
          ),
        }))}
        onTake={(key) => {
          const chosen = found.find((each) => each.key === key)
          if (!chosen) return
          setText(chosen.name)
          chosen.open()
        }}
        onEscape={onClose}
      >
        <Input aria-label={t('map.search.field')} placeholder={t('map.search.field')} maxLength={64} />
      </SearchComplete>
    </div>
  )
}

/** What is found on the map, then among what the user sees. */
function useFound(text: string, onPin: (place: { lon: number; lat: number }) => void) {
  const { map, projection } = useMap()
  const navigate = useNavigate()
  const language = useLanguage((state) => state.language)
  const mayMonitor = useCan('main:monitor')
  const [searched, setSearched] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearched(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  const onMap = useQuery({
    queryKey: ['mapSearch', searched, language],
    queryFn: ({ signal }) => {
      const { lat, lon } = readCamera(map.getView(), projection)
      return api(mapSearchCalls.find, { text: searched, lat, lon, language }, { signal })
    },
    enabled: searched.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const known = useCall(
    ['search', searched],
    searchCalls.find,
    { text: searched },
    { enabled: mayMonitor && isSearchable(searched), staleTime: 10_000 },
  )
  const streets = (onMap.data?.list ?? []).map(
    ({ kind, name, context, lat, lon, box }, index): Found => ({
      key: `map-${index}`,
      icon: kind === 'address' ? <HomeOutlined /> : <EnvironmentOutlined />,
      name,
      note: context,
      open: () => {
        onPin({ lon, lat })
        if (box)
          fitBox(
            map,
            projection,
            { west: box[0], south: box[1], east: box[2], north: box[3] },
            { maxZoom: 17 },
          )
        else easeTo(map, projection, lon, lat, kind === 'place' ? 13 : 17)
      },
    }),
  )
  const go = (search: Record<string, unknown>) => void navigate({ to: '/index/home', search } as never)
  const others = (known.data?.list ?? []).map(
    (each): Found =>
      each.kind === 'device'
        ? {
            key: `device-${each.id}`,
            icon: <CarOutlined />,
            name: each.displayName,
            note: each.terminalID,
            open: () => go({ terminalID: each.terminalID }),
          }
        : {
            key: `account-${each.id}`,
            icon: <ApartmentOutlined />,
            name: each.nickname ?? each.username,
            note: each.username,
            open: () => go({ userId: each.id }),
          },
  )
  return {
    found: text === '' ? [] : [...others.slice(0, 5), ...streets],
    searched,
    isPending: onMap.isFetching || known.isFetching,
  }
}
