import type { Call, InputOf } from '@trackway/core/api/call.ts'
import type { ResultName } from '@trackway/core/codes/results.ts'
import { App, Button } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useUser } from '../../base/session.ts'
import { CallForm } from '../../ui/form/CallForm.tsx'
import { confirm } from '../../ui/form/confirm.ts'
import type { FieldParts, FormEntry } from '../../ui/form/FormFields.tsx'
import { inputFacts } from '../../ui/form/input-facts.ts'
import { Panel } from '../../ui/layout/Panel.tsx'

interface SettingsPanelsProps<Save extends Call, Test extends Call> {
  /** First part of the keys of its texts: each field has its name, and may have `<name>Help` and `<name>Wrong`. */
  texts: string
  /** The present settings as the find call returns them: of a secret `has<Name>`. */
  settings: Record<string, unknown> & { source: 'environment' | 'stored' | 'none' }
  /** Its input defines the fields. */
  save: Save
  remove: Call
  /** Of the keys of what a change makes old; the first is that of `settings`. */
  queries: readonly [string, ...string[]]
  /** Names of fields that are side by side. */
  pairs?: readonly (readonly string[])[]
  /** Fields that need more than their schema. */
  special?: Record<string, Partial<FieldParts<Save, never>>>
  /** Text above the fields. */
  notes?: ReactNode
  /** Shown instead of the fields, where they cannot be changed here. */
  fixed?: ReactNode
  /** How what is set is tried; null: there is nothing to try. */
  test: SettingsTest<Test> | null
}

interface SettingsTest<C extends Call> {
  call: C
  fields: readonly FormEntry<C>[]
  initial: Partial<InputOf<C>>
  /** Refusal that carries the provider's answer. */
  failure: ResultName
  timeoutMs?: number
}

/** Settings that an administrator stores: a form that follows from their schema, and one to try what is set. */
export function SettingsPanels<Save extends Call, Test extends Call>(props: SettingsPanelsProps<Save, Test>) {
  const { texts, settings, save, remove, queries, notes, fixed, test } = props
  const { t } = useTranslation()
  const facts = useMemo(() => inputFacts(save), [save])
  const fields = useFields(props, Object.keys(facts))
  const { source } = settings
  return (
    <div className="tw-narrow tw-column tw-full-width tw-gap-16">
      <Panel
        title={t(`${texts}.title`)}
        note={t(`${texts}.source.${source}`)}
        actions={source === 'stored' && <RemoveSettings texts={texts} call={remove} query={queries[0]} />}
      >
        <div className="tw-narrow tw-column tw-gap-16">
          {notes}
          {fixed || (
            <CallForm
              key={`${save.path} ${JSON.stringify(settings)}`}
              call={save}
              submitLabel={t('system.save')}
              label={(name) => t(`${texts}.${name}`, { defaultValue: facts[name]?.description ?? name })}
              initial={settings as object}
              fields={fields}
              rereads={queries}
              done={() => t('system.isSaved')}
            />
          )}
        </div>
      </Panel>
      {test && <TestPanel texts={texts} test={test} />}
    </div>
  )
}

function useFields<Save extends Call, Test extends Call>(
  { texts, settings, pairs = [], special = {} }: SettingsPanelsProps<Save, Test>,
  names: readonly string[],
): FormEntry<Save>[] {
  const { t, i18n } = useTranslation()
  const textOf = (key: string) => (i18n.exists(`${texts}.${key}`) ? t(`${texts}.${key}`) : undefined)
  const fieldOf = (name: string) => {
    const isKept = settings[`has${name.charAt(0).toUpperCase()}${name.slice(1)}`] === true
    const field = {
      name,
      help: isKept ? t('system.secretKept') : textOf(`${name}Help`),
      wrong: textOf(`${name}Wrong`),
      ...special[name],
    }
    return field as FormEntry<Save>
  }
  return names.flatMap((name): FormEntry<Save>[] => {
    const pair = pairs.find((each) => each.includes(name))
    if (!pair) return [fieldOf(name)]
    return pair[0] === name ? [pair.map(fieldOf)] : []
  })
}

function TestPanel<C extends Call>({ texts, test }: { texts: string; test: SettingsTest<C> }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { call, initial, fields, failure, timeoutMs } = test
  return (
    <Panel title={t(`${texts}.test`)}>
      <CallForm
        call={call}
        submitLabel={t(`${texts}.send`)}
        label={(name) => t(`${texts}.${name}`)}
        initial={initial}
        fields={fields}
        send={(input, signal) =>
          api(call, input, { signal, ...(timeoutMs && { timeoutMs }) }).catch((error) => {
            // The provider's answer to a failure is what the administrator needs.
            const issue = error instanceof ApiError && error.result === failure ? error.issues[0] : null
            if (issue) message.error(issue.reason, 10)
            throw error
          })
        }
        refusals={{ [failure]: 'to' }}
        done={() => t(`${texts}.sent`)}
      />
    </Panel>
  )
}

interface RemoveSettingsProps {
  texts: string
  call: Call
  query: string
}

/** Takes settings away that are stored here, once that was confirmed. */
function RemoveSettings({ texts, call, query }: RemoveSettingsProps) {
  const { t } = useTranslation()
  const { isDemo } = useUser()
  if (isDemo) return null
  const remove = () =>
    confirm({
      title: t(`${texts}.remove`),
      text: t(`${texts}.removeText`),
      okLabel: t(`${texts}.remove`),
      onOk: async () => {
        await api(call, {})
        await reread(query)
        return t('system.isSaved')
      },
    })
  return (
    <Button danger size="small" onClick={remove}>
      {t(`${texts}.remove`)}
    </Button>
  )
}
