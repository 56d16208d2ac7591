import { Button, Flex, Space } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StateTag } from '../StateTag.tsx'
import { SearchComplete } from '../search/SearchComplete.tsx'
import { useSearch } from '../search/use-search.ts'

interface DeviceLookupProps {
  value?: string | undefined
  /** The label of the button, which takes what was typed, as Enter does. */
  button: ReactNode
  /**
   * A device that was found, or what was typed, where nothing was: it may be a device that nobody registered.
   * @returns false: that is no device, and stays to be mended
   */
  onDevice: (text: string) => unknown
}

/** A device by its id, or by a part of whatever else it is called, for those who have no list of devices. */
export function DeviceLookup({ value = '', button, onDevice }: DeviceLookupProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const { options, isPending } = useDeviceOptions(text)
  const take = (chosen: string) => {
    if (onDevice(chosen.trim()) !== false) setText(value)
  }
  return (
    <Space.Compact>
      <SearchComplete
        className="tw-tool-wide"
        aria-label={t('ui.vehicles.lookUp')}
        placeholder={t('ui.vehicles.lookUp')}
        text={text}
        onText={(typed) => {
          setText(typed)
          if (!typed && value) onDevice('')
        }}
        options={options}
        searched={text.trim()}
        isPending={isPending}
        onTake={take}
        onNone={take}
        button={(enter) => <Button onClick={enter}>{button}</Button>}
      />
    </Space.Compact>
  )
}

/** The devices that a text finds, to choose from. */
export function useDeviceOptions(text: string) {
  const { found, isPending } = useSearch(text.trim())
  const options = (found?.list ?? []).flatMap((each) =>
    each.kind === 'device'
      ? [
          {
            value: each.terminalID,
            label: (
              <Flex gap={12} justify="space-between">
                <span>
                  {each.displayName}
                  {each.displayName !== each.terminalID && (
                    <small className="tw-muted tw-number"> {each.terminalID}</small>
                  )}
                </span>
                <StateTag state={each.state} />
              </Flex>
            ),
          },
        ]
      : [],
  )
  return { options, isPending }
}
