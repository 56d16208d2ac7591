import { useTranslation } from 'react-i18next'
import { expect, test } from 'vitest'
import { renderInApp } from '../testing/render.tsx'

function Sentence({ name }: { name: string }) {
  const { t } = useTranslation()
  return <p>{t('locations.followAgain', { name })}</p>
}

test.each(['en', 'cn'] as const)(
  'a name from right to left does not turn a sentence in %s',
  async (language) => {
    const screen = await renderInApp(<Sentence name="شاحنة 12" />, { language })
    await expect.element(screen.getByText('\u2068شاحنة 12\u2069')).toBeVisible()
  },
)

test('of other names nothing is changed, not even signs of HTML', async () => {
  const screen = await renderInApp(<Sentence name={'<b>Smith & "Sons"</b>'} />)
  await expect.element(screen.getByText('Resume following <b>Smith & "Sons"</b>')).toBeVisible()
})
