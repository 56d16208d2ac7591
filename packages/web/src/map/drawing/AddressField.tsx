import { keepPreviousData } from '@tanstack/react-query'
import { mapSearchCalls } from '@trackway/core/features/map-search/calls.ts'
import type { Place } from '@trackway/core/geo/area.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../base/language.ts'
import { useCall } from '../../base/queries/use-call.ts'
import { Field } from '../../ui/form/Field.tsx'
import { SearchComplete } from '../../ui/search/SearchComplete.tsx'

/** A letter that follows sooner is waited for. */
const restMs = 250

interface AddressFieldProps {
  /** Of several alike the one near it comes first. */
  near: Place | null
  onPlace: (place: Place) => void
}

/** A street, a house or a place by its name. */
export function AddressField({ near, onPlace }: AddressFieldProps) {
  const { t } = useTranslation()
  const language = useLanguage((state) => state.language)
  const [text, setText] = useState('')
  const [searched, setSearched] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearched(text.trim()), restMs)
    return () => clearTimeout(timer)
  }, [text])
  const { data, isFetching } = useCall(
    ['mapSearch', searched, language],
    mapSearchCalls.find,
    { text: searched, language, ...(near && { lat: near.lat, lon: near.lon }) },
    { enabled: searched !== '', placeholderData: keepPreviousData },
  )
  const found = text.trim() === '' ? [] : (data?.list ?? [])
  return (
    <Field label={t('map.areas.address')}>
      {(id) => (
        <SearchComplete
          id={id}
          className="tw-full-width"
          placeholder={t('map.areas.addressExample')}
          maxLength={100}
          text={text}
          onText={setText}
          searched={searched}
          isPending={isFetching}
          options={found.map(({ name, context }, at) => ({
            value: String(at),
            label: (
              <>
                {name} <span className="tw-muted tw-small">{context}</span>
              </>
            ),
          }))}
          notFoundContent={searched !== '' && data?.list.length === 0 ? t('map.areas.addressNone') : null}
          onTake={(at) => {
            const chosen = found[Number(at)]
            if (!chosen) return
            setText(chosen.name)
            onPlace({ lat: Number(chosen.lat.toFixed(6)), lon: Number(chosen.lon.toFixed(6)) })
          }}
        />
      )}
    </Field>
  )
}
