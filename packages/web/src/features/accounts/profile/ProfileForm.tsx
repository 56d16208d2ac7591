import { type Language, languages } from '@trackway/core/codes/languages.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { isLanguageForced } from '../../../base/language.ts'
import { useUser } from '../../../base/session.ts'
import { chooseTheme, useThemeChoice } from '../../../base/theme/theme.ts'
import { BaseMapField } from '../../../map/base/BaseMapPicker.tsx'
import { CallForm } from '../../../ui/form/CallForm.tsx'
import { ZonePicker } from '../../../ui/form/time-controls.tsx'
import { Facts } from '../../../ui/layout/Facts.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { themeChoices } from '../../../ui/PreferenceMenus.tsx'
import { RemindersPanel } from '../../expiry-notices/RemindersPanel.tsx'

/** Name, ways to be reached, language and zone of one's own account, and how this browser shows things. */
export function ProfileForm() {
  const { t } = useTranslation()
  const user = useUser()
  const theme = useThemeChoice((state) => state.choice)
  return (
    <div className="tw-narrow tw-column tw-full-width tw-gap-16">
      <Panel title={t('profile.account')} note={user.username}>
        <CallForm
          key={user.id}
          call={accountCalls.update}
          isChange
          submitLabel={t('profile.save')}
          label={(name) => t(`profile.${name}`)}
          initial={user}
          fields={[
            ['nickname', 'realname'],
            ['telephone', { name: 'email', help: t('profile.emailHelp') }],
            [
              ...(isLanguageForced(user.role)
                ? []
                : [{ name: 'language' as const, word: (code: string) => languages[code as Language] }]),
              { name: 'timeZone', control: <ZonePicker /> },
            ],
            [{ name: 'units', word: (system: string) => t(`profile.unitSystem.${system}`) }],
          ]}
          rereads={['self']}
          done={() => t('profile.isSaved')}
        />
      </Panel>
      <Panel title={t('profile.browser')} note={t('profile.browserNote')}>
        <Facts
          facts={[
            { label: t('profile.map'), value: <BaseMapField /> },
            {
              label: t('app.theme.title'),
              value: (
                <Select
                  aria-label={t('app.theme.title')}
                  value={theme}
                  onChange={chooseTheme}
                  options={themeChoices.map((value) => ({ value, label: t(`app.theme.${value}`) }))}
                  popupMatchSelectWidth={false}
                />
              ),
            },
          ]}
        />
      </Panel>
      <RemindersPanel />
    </div>
  )
}
