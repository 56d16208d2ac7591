import { useQuery } from '@tanstack/react-query'
import { limits } from '@trackway/core/codes/limits.ts'
import { type Device, deviceCalls, deviceList } from '@trackway/core/features/devices/calls.ts'
import { isScientific, textOfCell } from '@trackway/core/rules/csv.ts'
import { type FormatRule, formatRules } from '@trackway/core/rules/validation.ts'
import { Alert, Button, Flex, Input } from 'antd'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { useTexts } from '../../base/use-texts.ts'
import { BackLink } from '../../ui/layout/BackLink.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { KindChoice } from './KindChoice.tsx'

/** What is looked up of the devices pasted: their whole state, or their SIM cards. */
export type Lookup = 'miltiInfoSearch' | 'deviceExportIccid'

interface LookupKind {
  /** Key of the call's input that is pasted, and what a device has of it. */
  by: 'terminalIDs' | 'iccids'
  of: (device: Device) => string | null
  rule: FormatRule
  list: typeof deviceList
}

/** Nothing is changed from here. */
const kinds: Record<Lookup, LookupKind> = {
  miltiInfoSearch: {
    by: 'terminalIDs',
    of: ({ terminalID }) => terminalID,
    rule: 'imei',
    list: { ...deviceList, bulk: [] },
  },
  deviceExportIccid: {
    by: 'iccids',
    of: ({ iccid }) => iccid,
    rule: 'iccid',
    list: {
      ...deviceList,
      bulk: [],
      columns: ['displayName', 'iccid', 'terminalID', 'state', 'stateTime', 'sim', 'username'].flatMap(
        (key) =>
          deviceList.columns.flatMap((column) =>
            column.key === key
              ? [{ ...column, isOptional: false, ...(column.card === 'none' && { card: 'line' as const }) }]
              : [],
          ),
      ),
    },
  },
}
const refetchMs = () => 30_000

/** Many devices by their pasted ids or ICCIDs: a list of those that are there, and the ids that are not. */
export function LookupScreen({ name }: { name: Lookup }) {
  const { t, format } = useTexts()
  const [text, setText] = useState('')
  const [searched, setSearched] = useState<string[] | null>(null)
  const { by, of, rule, list } = kinds[name]
  const lines = [
    ...new Set(
      text
        .split(/[\s,;，；、]+/)
        .map(textOfCell)
        .filter((line) => line !== ''),
    ),
  ]
  const wrong = lines.filter((line) => !formatRules[rule](line))
  const missing = useQuery({
    queryKey: ['list', 'devices', 'missing', by, searched],
    queryFn: async ({ signal }) => {
      const found = new Set<string>()
      for (let pageNum = 1; ; pageNum++) {
        const input = { [by]: searched ?? [], pageNum, pageSize: limits.maxPageSize }
        const { list, total } = await api(deviceCalls.find, input, { signal })
        for (const device of list) found.add(of(device)?.toUpperCase() ?? '')
        if (pageNum * limits.maxPageSize >= total) break
      }
      return (searched ?? []).filter((id) => !found.has(id.toUpperCase()))
    },
    enabled: searched !== null,
  })
  const isTooMany = lines.length > limits.devicesPerOperation
  const fault = isTooMany
    ? t('imports.lookup.tooMany', { max: format.number(limits.devicesPerOperation) })
    : wrong.length > 0
      ? t('imports.lookup.wrong', {
          ids: wrong.slice(0, 5).join(', '),
          rule: t(wrong.some((line) => isScientific(line)) ? 'rules.scientific' : `rules.${rule}`),
        })
      : null
  return (
    <Page
      title={t(`imports.lookup.${name}`)}
      back={<BackLink to="/index/device/batchManage" label={t('imports.batch.title')} />}
      isTall
    >
      <div className="tw-inset-on-phone tw-column tw-fill tw-gap-12">
        <KindChoice />
        <Panel label={t(`imports.lookup.${by}.ids`)}>
          <Flex vertical gap={12}>
            <Input.TextArea
              rows={searched === null ? 8 : 3}
              value={text}
              aria-label={t(`imports.lookup.${by}.ids`)}
              placeholder={t(`imports.lookup.${by}.hint`, { max: format.number(limits.devicesPerOperation) })}
              onChange={(event) => setText(event.target.value)}
            />
            <Flex gap={12} align="center">
              <Button
                type="primary"
                disabled={lines.length === 0 || fault !== null}
                onClick={() => setSearched(lines)}
              >
                {lines.length === 0
                  ? t('imports.lookup.none')
                  : t(`imports.lookup.${by}.go`, { count: lines.length })}
              </Button>
              {fault && <span role="alert">{fault}</span>}
            </Flex>
            {missing.data && missing.data.length > 0 && (
              <Alert
                type="warning"
                showIcon
                title={t(`imports.lookup.${by}.missing`, {
                  count: missing.data.length,
                  all: format.number(searched?.length ?? 0),
                })}
                description={<span className="tw-number">{missing.data.join(', ')}</span>}
              />
            )}
          </Flex>
        </Panel>
        {searched && (
          <ListScreen
            list={list}
            isLocal
            given={{ [by]: searched }}
            refetchMs={refetchMs}
            empty={{ title: t(`imports.lookup.${by}.none`), text: t(`imports.lookup.${by}.noneText`) }}
          />
        )}
      </div>
    </Page>
  )
}
