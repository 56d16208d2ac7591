import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ApiReference } from './ApiReference.tsx'
import { type HelpPage, helpPages } from './help-pages.ts'

const route = getRouteApi('/index/help/$page')

/** How to do things at the desk, on the phone, and from a program. */
export function HelpScreen() {
  const { t } = useTranslation()
  const { page } = route.useParams() as { page: HelpPage }
  const navigate = useNavigate()
  return (
    <Page
      title={t('help.title')}
      isTall
      tabs={{
        activeKey: page,
        onChange: (to) => void navigate({ to: '/index/help/$page', params: { page: to } }),
        items: helpPages.map((key) => ({ key, label: t(`help.tab.${key}`) })),
      }}
    >
      {page === 'interface' ? <ApiReference /> : <Answers page={page} />}
    </Page>
  )
}

/** Questions people have, each with what to do. */
function Answers({ page }: { page: 'pc' | 'app' }) {
  const { t } = useTranslation()
  const answers = t(`help.${page}`, { returnObjects: true }) as unknown as Record<
    string,
    { ask: string; do: string }
  >
  return (
    <div className="tw-cards-wide tw-grid tw-gap-16">
      {Object.entries(answers).map(([key, answer]) => (
        <Panel key={key} title={answer.ask}>
          <p className="tw-pre-wrap">{answer.do}</p>
        </Panel>
      ))}
    </div>
  )
}
