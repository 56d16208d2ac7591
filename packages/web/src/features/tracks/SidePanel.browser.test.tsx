import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SidePanel } from './SidePanel.tsx'
import { aLoadedDevice, anEpisode, aReplay, renderInReplay } from './testing/replay.tsx'

afterEach(() => page.viewport(1280, 800))

const episodes = {
  ...aReplay().episodes,
  episodes: [anEpisode('trip', 0, 20), anEpisode('stop', 20, 10), anEpisode('trip', 30, 30)],
}
const open = (more = {}) => renderInReplay(<SidePanel />, aReplay({ episodes, ...more }))
const facts = (container: HTMLElement) =>
  Object.fromEntries(
    [...container.querySelectorAll('[data-testid=track-summary] dl > div')].map((fact) => [
      fact.querySelector('dt')!.textContent,
      fact.querySelector('dd')!.textContent,
    ]),
  )

test('sums up what the days amount to', async () => {
  const { screen } = await open()
  expect(facts(screen.container)).toEqual({
    Distance: '24.6 km',
    Driving: '50 min',
    'Max. speed': '88 km/h',
    Trips: '2',
    Stops: '1',
    Positions: '61',
  })
})

test('while it is not known, no figure says that nothing moved', async () => {
  const { screen } = await open({ episodes: { ...aReplay().episodes, isLoading: true } })
  expect(facts(screen.container)).toMatchObject({ Distance: '–', Trips: '–', Positions: '61' })
})

test('on a desk only the list is there: the tables are elsewhere', async () => {
  const { screen } = await open()
  await expect.element(screen.getByRole('list', { name: 'Trips and stops' })).toBeVisible()
  expect(screen.getByRole('radiogroup', { name: 'Tables' }).elements()).toHaveLength(0)
})

test('several vehicles have a list each, chosen above it', async () => {
  const active = aLoadedDevice()
  const devices = [active, aLoadedDevice({ terminalID: '860000000000002', name: 'Van 2', place: 1 })]
  const { screen, replay } = await open({ active, devices })
  await expect.element(screen.getByRole('tab', { name: 'Van 1', selected: true })).toBeVisible()
  await screen.getByRole('tab', { name: 'Van 2' }).click()
  expect(replay.activate).toHaveBeenCalledWith('860000000000002')
})

test('a phone has the tables here, and one that is chosen raises the list', async () => {
  await page.viewport(390, 844)
  const { screen } = await open()
  const side = () => screen.getByTestId('track-side').element().getAttribute('data-tall')
  await expect.element(screen.getByRole('button', { name: 'Raise the list' })).toBeVisible()
  expect(side()).toBe('false')
  await screen.getByTitle('Positions').click()
  await expect.element(screen.getByRole('table', { name: 'Positions' })).toBeVisible()
  expect(side()).toBe('true')
  await screen.getByRole('button', { name: 'Lower the list' }).click()
  expect(side()).toBe('false')
})

test('where alarms are not shared there is no table of them', async () => {
  await page.viewport(390, 844)
  const { screen } = await open({ showsAlarms: false })
  await expect.element(screen.getByRole('radio', { name: 'Speeding' })).toBeInTheDocument()
  expect(screen.getByRole('radio', { name: 'Alarms' }).elements()).toHaveLength(0)
})
