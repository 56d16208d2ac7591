import type { OutputOf } from '@trackway/core/api/call.ts'
import {
  simPlatformCalls as calls,
  type SimPlatform,
  simPlatformCommon,
} from '@trackway/core/features/sim-cards/platform-calls.ts'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useProviderForm } from '../../ui/form/use-provider-form.ts'

export interface EditedSimPlatform {
  provider: string
  /** Null: one is added. */
  platform: SimPlatform | null
}

interface SimPlatformDialogProps {
  edited: EditedSimPlatform | null
  /** Undefined: it is offered no more. */
  provider: OutputOf<typeof calls.list>['providers'][number] | undefined
  onClose: () => void
}

/** Adds an account at an operator's platform, or changes it. The fields follow from the settings of the platform. */
export function SimPlatformDialog({ edited, provider, onClose }: SimPlatformDialogProps) {
  const { t, i18n } = useTranslation()
  const platform = edited?.platform ?? null
  const { call, facts, own } = useProviderForm(
    calls,
    simPlatformCommon,
    provider?.settings,
    platform !== null,
  )
  const textOf = (key: string) => (i18n.exists(key) ? t(key) : undefined)
  const fieldOf = (name: string) => {
    const isKept = platform?.settings[`has${name.charAt(0).toUpperCase()}${name.slice(1)}`] === true
    return {
      name: name as 'name',
      isRequired: facts[name]?.isSecret === true && platform === null,
      help: isKept ? t('simCards.secretKept') : textOf(`simCards.fieldHelp.${name}`),
    }
  }
  return (
    <FormDialog
      key={`${edited?.provider} ${platform?.id}`}
      call={call}
      isOpen={edited !== null && provider !== undefined}
      title={
        platform
          ? t('simCards.editPlatform', { name: platform.name })
          : t('simCards.addPlatformOf', { name: provider?.label })
      }
      submitLabel={t('simCards.savePlatform')}
      width={560}
      onClose={onClose}
      label={(name) => textOf(`simCards.field.${name}`) ?? facts[name]?.description ?? name}
      initial={
        platform
          ? { ...platform.settings, provider: platform.provider, ...commonOf(platform) }
          : { provider: provider?.name ?? '', isEnabled: true, callsPerSecond: 5, pollHours: 6 }
      }
      fields={['name', ...own.map(fieldOf), [fieldOf('callsPerSecond'), fieldOf('pollHours')], 'isEnabled']}
      rereads={['simPlatforms', 'list']}
      done={() => t('simCards.platformSaved')}
    />
  )
}

const commonOf = ({ id, name, isEnabled, callsPerSecond, pollHours }: SimPlatform) => ({
  id,
  name,
  isEnabled,
  callsPerSecond,
  pollHours,
})
