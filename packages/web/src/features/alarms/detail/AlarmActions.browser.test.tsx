import { roles } from '@trackway/core/codes/roles.ts'
import { type AlarmEpisode, alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { anAlarm } from '../../../testing/an-alarm.ts'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { AlarmActions } from './AlarmActions.tsx'

const handle = vi.fn(async () => {})
const onChanged = vi.fn()
const notify = vi.fn()

function Actions({ alarm, mutedUntil = null }: { alarm: AlarmEpisode; mutedUntil?: number | null }) {
  const [isMuteOpen, setMuteOpen] = useState(false)
  return (
    <AlarmActions
      alarm={alarm}
      mutedUntil={mutedUntil}
      isMuteOpen={isMuteOpen}
      handle={handle}
      notify={notify}
      onChanged={onChanged}
      mutedUntilMoved={false}
      onMuteOpen={setMuteOpen}
    />
  )
}

async function open(
  parts: Partial<AlarmEpisode> = {},
  { user = {}, mutedUntil = null as number | null } = {},
) {
  for (const mock of [handle, onChanged, notify]) mock.mockClear()
  const server = startFakeServer()
  server.answer(alarmCalls.handle, { done: 1, failed: [], undoId: 7 })
  server.answer(alarmCalls.mute, {})
  const screen = await renderInApp(<Actions alarm={anAlarm(1, parts)} mutedUntil={mutedUntil} />, { user })
  const choose = async (button: string | RegExp, item: string) => {
    await screen.getByRole('button', { name: button }).click()
    await screen.getByRole('menuitem', { name: item }).click()
  }
  return { server, screen, choose }
}

test('what can be done follows from how far an alarm is', async () => {
  const isNew = await open()
  await isNew.screen.getByRole('button', { name: 'Acknowledge' }).click()
  expect(handle).toHaveBeenLastCalledWith('acknowledge')
  await isNew.screen.getByRole('button', { name: 'False alarm' }).click()
  expect(handle).toHaveBeenLastCalledWith('false')
  await isNew.screen.unmount()
  const { screen } = await open({ state: 'resolved' })
  await expect.element(screen.getByRole('button', { name: 'Resolve' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Reopen' }).click()
  expect(handle).toHaveBeenLastCalledWith('reopen')
})

test('an alarm is taken by oneself, or given back', async () => {
  const { server, choose, screen } = await open()
  await choose(/Assign/, 'Assign to me')
  await expect
    .poll(() => server.sent(alarmCalls.handle))
    .toEqual([{ ids: [1], action: 'assign', assigneeId: 1 }])
  await expect.poll(() => notify.mock.calls.length).toBe(1)
  await screen.unmount()
  const taken = await open({ assigneeId: 1, assignee: 'boss' })
  await taken.choose(/Assign/, 'Unassign')
  await expect
    .poll(() => taken.server.sent(alarmCalls.handle))
    .toEqual([{ ids: [1], action: 'assign', assigneeId: null }])
})

test('an alarm is muted for a time, and that is ended; a refusal is shown', async () => {
  const { server, choose, screen } = await open()
  await choose(/Mute/, 'Until it moves')
  await expect.element(screen.getByText('Muted. The alarm stays listed.')).toBeVisible()
  expect(server.sent(alarmCalls.mute)).toEqual([{ id: 1, until: 'moved' }])
  expect(onChanged).toHaveBeenCalledTimes(1)
  await screen.unmount()
  const muted = await open({}, { mutedUntil: Date.UTC(2026, 10, 20, 9) })
  muted.server.refuse(alarmCalls.mute, 'notFound')
  await muted.choose(/Muted until 17:00/, 'Unmute')
  await expect.element(muted.screen.getByText('Not found. It may have been deleted.')).toBeVisible()
  expect(onChanged).not.toHaveBeenCalled()
})

test('a note is changed from what it was', async () => {
  const { server, screen } = await open({ note: 'Called' })
  await screen.getByRole('button', { name: 'Add note' }).click()
  const note = screen.getByRole('dialog').getByRole('textbox')
  await expect.element(note).toHaveValue('Called')
  await note.fill('Called twice')
  await screen.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sent(alarmCalls.handle))
    .toEqual([{ ids: [1], action: 'note', note: 'Called twice' }])
})

test('only who has accounts below assigns to others, and the demo account does nothing', async () => {
  const { screen } = await open({}, { user: { role: roles.user } })
  await screen.getByRole('button', { name: /Assign/ }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'Assign to me' })).toBeVisible()
  await expect.element(screen.getByRole('menuitem', { name: 'Assign to…' })).not.toBeInTheDocument()
  await screen.unmount()
  const demo = await open({}, { user: { isDemo: true } })
  for (const name of ['Acknowledge', 'Resolve', 'Add note'])
    await expect.element(demo.screen.getByRole('button', { name })).toBeDisabled()
  await expect.element(demo.screen.getByRole('link', { name: /Replay/ })).toBeVisible()
})
