import { call } from '@trackway/core/api/call.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { z } from 'zod'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { CallForm } from './CallForm.tsx'
import { FormDialog } from './FormDialog.tsx'

/** One field of each kind. */
const save = call({
  path: '/api/test/save',
  permission: 'session',
  help: 'Of this test.',
  input: z.object({
    id: z.int(),
    name: z.string().trim().min(3).max(8),
    nickname: z.string().trim().max(8).nullable(),
    remark: z.string().max(500).optional(),
    email: z.email().nullable(),
    page: z.url().optional(),
    distanceM: z.number().min(1000).max(9000),
    shape: z.enum(['circle', 'polygon']),
    colour: z.enum(['red', 'green', 'blue', 'white']).nullable(),
    isOn: z.boolean().default(false),
    expireTime: z.int().nullable().or(z.iso.datetime()).optional(),
    day: z.iso.date().nullable(),
    receivers: z.array(z.email()).min(1),
  }),
  output: z.object({ name: z.string() }),
  refusals: ['usernameTaken', 'notFound'],
})
const complete = {
  id: 7,
  name: 'Van 1',
  nickname: 'V',
  email: null,
  distanceM: 2000,
  shape: 'circle',
  colour: 'red',
  isOn: true,
  day: null,
  expireTime: null,
  receivers: ['a@example.org'],
} as const

function Receivers({ value = [], onChange }: { value?: string[]; onChange?: (list: string[]) => void }) {
  return (
    <input
      aria-label="Receivers"
      value={value.join(' ')}
      onChange={(e) => onChange?.(e.target.value.split(' '))}
    />
  )
}

function Page({ initial = complete }: { initial?: object }) {
  const [isOpen, setIsOpen] = useState(false)
  const [answer, setAnswer] = useState('')
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <output>{answer}</output>
      <FormDialog
        call={save}
        title="A thing"
        submitLabel="Save"
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        label={(name) => `The ${name}`}
        initial={initial}
        fields={[
          'name',
          ['nickname', 'email'],
          'remark',
          'page',
          { name: 'distanceM', unit: { name: 'km', size: 1000, digits: 1 } },
          { name: 'shape', word: (shape) => `a ${shape}` },
          { name: 'colour', isHidden: ({ shape }) => shape === 'polygon' },
          'isOn',
          'day',
          'expireTime',
          { name: 'receivers', control: <Receivers /> },
        ]}
        refusals={{ usernameTaken: 'name' }}
        rereads={['things']}
        done={({ name }) => `Saved ${name}`}
        onDone={({ name }) => setAnswer(name)}
      />
    </>
  )
}

async function open(page = <Page />, user = {}) {
  const server = startFakeServer()
  server.answer(save, { name: 'Van 1' })
  const screen = await renderInApp(page, { user })
  await screen.getByRole('button', { name: 'Open' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'A thing' })).toBeVisible()
  return { server, screen, send: () => screen.getByRole('button', { name: 'Save' }).click() }
}

test('sends what it was given unchanged, with what no field asks for, and says that it is done', async () => {
  const { server, screen, send } = await open()
  await send()
  await expect.element(screen.getByText('Saved Van 1')).toBeVisible()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('status')).toHaveTextContent('Van 1')
  expect(server.sent(save)).toEqual([complete])
})

test('every kind of field has its control, and its value is sent as the contract counts it', async () => {
  const { server, screen, send } = await open()
  await screen.getByLabelText('The name').fill('  Van 22 ')
  await screen.getByLabelText('The nickname').fill('')
  await screen.getByLabelText('The email').fill('b@example.org')
  await screen.getByLabelText('The remark').fill('two\nlines')
  await screen.getByLabelText('The distanceM').fill('4.5')
  await screen.getByText('a polygon').click()
  await screen.getByRole('checkbox', { name: 'The isOn' }).click()
  await screen.getByLabelText('Receivers').fill('c@example.org d@example.org')
  await send()
  await expect
    .poll(() => server.sent(save))
    .toEqual([
      {
        ...complete,
        name: 'Van 22',
        nickname: null,
        email: 'b@example.org',
        remark: 'two\nlines',
        distanceM: 4500,
        shape: 'polygon',
        isOn: false,
        receivers: ['c@example.org', 'd@example.org'],
      },
    ])
})

test('what may be left out says so, what is chosen does not, and what must be there is required', async () => {
  const { screen } = await open()
  await expect.element(screen.getByText('The nickname').getByText('(optional)')).toBeVisible()
  await expect.element(screen.getByText('The shape').getByText('(optional)')).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText('The name')).toHaveAttribute('aria-required', 'true')
  await expect.element(screen.getByLabelText('The name')).toHaveAttribute('maxlength', '8')
})

test.each([
  ['The name', '', 'Required'],
  ['The name', 'ab', 'At least 3 characters'],
  ['The email', 'nobody', 'Enter a valid email address'],
  ['The page', 'nowhere', 'Enter a valid web address'],
  ['Receivers', 'a@example.org nobody', "This entry wasn't accepted: nobody"],
])('%s %j is refused at its field and not sent', async (label, text, refusal) => {
  const { server, screen, send } = await open()
  await screen.getByLabelText(label).fill(text)
  await send()
  await expect.element(screen.getByText(refusal)).toBeVisible()
  expect(server.sent(save)).toEqual([])
})

test('a number keeps to the bounds of the contract, in the unit it is entered in', async () => {
  const { server, screen, send } = await open(<Page initial={{ ...complete, distanceM: 500 }} />)
  await send()
  await expect.element(screen.getByText('From 1 to 9')).toBeVisible()
  await screen.getByLabelText('The distanceM').fill('20.5')
  await send()
  await expect.element(screen.getByLabelText('The distanceM')).toHaveValue('20.5')
  await expect.element(screen.getByText('From 1 to 9')).toBeVisible()
  expect(server.sent(save)).toEqual([])
  await screen.getByLabelText('The distanceM').fill('9')
  await send()
  await expect.poll(() => server.sent(save)).toMatchObject([{ distanceM: 9000 }])
})

test('a refusal about a field is shown there, any other above the form, and both keep what was entered', async () => {
  const { server, screen, send } = await open()
  await screen.getByLabelText('The name').fill('Taken')
  server.refuse(save, 'usernameTaken')
  await send()
  await expect.element(screen.getByLabelText('The name')).toHaveAccessibleDescription(/exists/i)
  await expect.element(screen.getByLabelText('The name')).toHaveFocus()
  server.refuse(save, 'notFound')
  await send()
  await expect.element(screen.getByRole('dialog').getByRole('alert').last()).toBeVisible()
  await expect.element(screen.getByLabelText('The name')).toHaveValue('Taken')
})

test('a double click sends once', async () => {
  const { server, screen } = await open()
  await screen.getByRole('button', { name: 'Save' }).dblClick()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(server.sent(save)).toHaveLength(1)
})

test('a double click whose second click comes after the answer sends once, another click again', async () => {
  const server = startFakeServer()
  server.answer(save, { name: 'Van 1' })
  const form = (
    <CallForm
      call={save}
      submitLabel="Save"
      label={(name) => name}
      initial={complete as never}
      fields={['name']}
    />
  )
  const screen = await renderInApp(form)
  const button = screen.getByRole('button', { name: 'Save' })
  const click = (detail: number) =>
    button.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }))
  const isAnswered = async (times: number) => {
    await expect.poll(() => server.sent(save)).toHaveLength(times)
    await expect.element(button).not.toHaveClass('ant-btn-loading')
  }
  click(1)
  await isAnswered(1)
  click(2)
  await screen.getByLabelText('name').fill('Van 2')
  click(1)
  await isAnswered(2)
  expect(server.sent(save).map(({ name }) => name)).toEqual(['Van 1', 'Van 2'])
})

test('the first field has the keyboard, and Enter sends', async () => {
  const { server, screen } = await open()
  await expect.element(screen.getByLabelText('The name')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => server.sent(save)).toHaveLength(1)
})

test('Escape closes what was not touched at once, and asks before input is lost', async () => {
  const { screen } = await open()
  await expect.element(screen.getByLabelText('The name')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()

  await screen.getByRole('button', { name: 'Open' }).click()
  await screen.getByLabelText('The name').fill('Other')
  await userEvent.keyboard('{Escape}')
  const confirmation = screen.getByRole('dialog').filter({ hasText: 'Discard what you entered?' })
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByLabelText('The name')).toHaveValue('Other')
  await expect.element(confirmation).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await confirmation.getByRole('button', { name: 'Discard' }).click()
  await expect.element(screen.getByLabelText('The name')).not.toBeInTheDocument()
})

test('opened again, nothing of the last time is left', async () => {
  const { server, screen, send } = await open()
  server.refuse(save, 'notFound')
  await screen.getByLabelText('The nickname').fill('left')
  await send()
  await expect.element(screen.getByRole('dialog').getByRole('alert')).toBeVisible()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await screen.getByRole('button', { name: 'Discard' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Open' }).click()
  await expect.element(screen.getByLabelText('The nickname')).toHaveValue('V')
  await expect.element(screen.getByRole('dialog').getByRole('alert')).not.toBeInTheDocument()
})

test('a hidden field keeps its value', async () => {
  const { server, screen, send } = await open()
  await expect.element(screen.getByLabelText('The colour')).toBeVisible()
  await screen.getByText('a polygon').click()
  await expect.element(screen.getByLabelText('The colour')).not.toBeVisible()
  await send()
  await expect.poll(() => server.sent(save)).toMatchObject([{ colour: 'red' }])
})

test('a demo account reads why it cannot send', async () => {
  const { server, screen } = await open(<Page />, { isDemo: true })
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect.element(screen.getByRole('note', { name: /demo/i })).toBeVisible()
  await screen.getByLabelText('The name').fill('Van 3')
  await userEvent.keyboard('{Enter}')
  expect(server.sent(save)).toEqual([])
})
