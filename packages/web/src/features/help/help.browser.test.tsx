import { expect, onTestFinished, test } from 'vitest'
import { useSession } from '../../base/session.ts'
import { openPage } from '../../testing/open-page.tsx'
import { renderInApp } from '../../testing/render.tsx'
import { callsOf, exampleOf, fieldsOf, type OpenApi } from './open-api.ts'
import { TryCall } from './TryCall.tsx'

/** As whom a call is made: with a key, or as who is signed in. */
const keyOf = (headers: Record<string, string>) => headers.Authorization ?? headers['x-trackway-session']

const envelope = (data: object) => ({
  content: { 'application/json': { schema: { properties: { data } } } },
})
const document: OpenApi = {
  components: {
    schemas: {
      Van: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', description: 'What it is called.' },
          places: { type: 'array', items: { $ref: '#/components/schemas/Place' } },
        },
      },
      Place: { type: 'object', properties: { lat: { anyOf: [{ type: 'number' }, { type: 'null' }] } } },
    },
  },
  paths: {
    '/api/van/save': {
      post: {
        operationId: 'vanSave',
        tags: ['van'],
        summary: 'Saves a van.',
        'x-permission': ['main:devices'],
        'x-changes': true,
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Van' } } } },
        responses: { 200: envelope({}), 404: { 'x-results': { notFound: 201 } } },
      },
    },
    '/api/van/{id}/track': {
      get: {
        operationId: 'vanTrack',
        tags: ['van'],
        summary: 'Where a van was on `days`.',
        'x-permission': 'session',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
          { name: 'days', in: 'query', required: true, schema: { type: 'array', items: { enum: ['mon'] } } },
        ],
        responses: { 200: envelope({ $ref: '#/components/schemas/Van' }) },
      },
    },
  },
}
const calls = callsOf(document)
const [track, save] = calls as [(typeof calls)[number], (typeof calls)[number]]

test('fields are listed with what they hold, as deep as they go, in the language of who reads', () => {
  expect(save).toMatchObject({ path: '/api/van/save', method: 'POST', changes: true, group: 'van' })
  expect(save.refusals).toEqual([{ status: '404', results: { notFound: 201 } }])
  const fields = fieldsOf(document, track.output!, { 'What it is called.': 'Wie er heisst.' })
  expect(fields.map(({ key, type, isRequired }) => `${key} ${type}${isRequired ? ' !' : ''}`)).toEqual([
    'name string !',
    'places object[]',
    'places.lat number | null',
  ])
  expect(fields[0]!.text).toBe('Wie er heisst.')
})

test('an example holds what must be sent, as its schema allows', () => {
  expect(exampleOf(document, save.input)).toEqual({ name: '' })
  expect(exampleOf(document, track.input)).toEqual({ id: 1, days: ['mon'] })
})

/** Answers `/api/van`, and remembers what came. */
function startVans() {
  const really = globalThis.fetch
  onTestFinished(() => {
    globalThis.fetch = really
  })
  const sent: { url: string; method: string | undefined; key: string | undefined; body: unknown }[] = []
  globalThis.fetch = async (target, init) => {
    const url = String(target)
    if (url.endsWith('/api/openapi.json')) return Response.json(document)
    if (!url.startsWith('/api/van')) return really(target, init)
    const { method, body, headers = {} } = init ?? {}
    sent.push({ url, method, key: keyOf(headers as Record<string, string>), body })
    return Response.json({ meta: { code: 201 } }, { status: 404 })
  }
  return sent
}

test('a call that reads is made as who is signed in, its input in the address', async () => {
  const sent = startVans()
  const screen = await renderInApp(<TryCall document={document} call={track} />)
  await screen.getByLabelText('Request').fill('{"id": 7, "days": ["mon", "tue"]}')
  await screen.getByRole('button', { name: 'Run' }).click()
  await expect.element(screen.getByText('404', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('"code": 201')).toBeVisible()
  const { token } = useSession.getState()
  expect(sent).toEqual([
    { url: '/api/van/7/track?days=mon&days=tue', method: 'GET', key: token, body: undefined },
  ])
})

test('a call that changes something is made by the key given, once that was asked', async () => {
  const sent = startVans()
  const screen = await renderInApp(<TryCall document={document} call={save} />)
  await screen.getByLabelText('Request').fill('{"name": }')
  await expect.element(screen.getByText(/^This isn't valid JSON/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Run' })).toBeDisabled()
  await screen.getByLabelText('Request').fill('{"name": "Van"}')
  await screen.getByLabelText(/^API key/).fill('tw_key')
  await screen.getByRole('button', { name: 'Run' }).click()
  expect(sent).toEqual([])
  await screen.getByRole('dialog').getByRole('button', { name: 'Run' }).click()
  await expect
    .poll(() => sent)
    .toEqual([{ url: '/api/van/save', method: 'POST', key: 'Bearer tw_key', body: '{"name":"Van"}' }])
})

test('the demo account changes nothing, but with a key of its own', async () => {
  startVans()
  const screen = await renderInApp(<TryCall document={document} call={save} />, { user: { isDemo: true } })
  await expect.element(screen.getByRole('button', { name: 'Run' })).toBeDisabled()
  await screen.getByLabelText(/^API key/).fill('tw_key')
  await expect.element(screen.getByRole('button', { name: 'Run' })).toBeEnabled()
})

test('the reference finds calls by what they do, and shows the one of the address', async () => {
  startVans()
  const screen = await openPage('/index/help/interface')
  await expect.element(screen.getByRole('button', { name: 'van/save' })).toBeVisible()
  await screen.getByPlaceholder('Search 2 calls').fill('where')
  await expect.element(screen.getByRole('button', { name: 'van/save' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'van/{id}/track' }).click()
  await expect.element(screen.getByText('Where a van was on days.')).toBeVisible()
  expect(screen.getByText('Where a van was on days.').element().querySelector('code')?.textContent).toBe(
    'days',
  )
  await screen.getByPlaceholder('Search 2 calls').fill('nothing like it')
  await expect.element(screen.getByText('No call matches. Try another word.')).toBeVisible()
})

test('questions that people have are answered, at the desk and on the phone', async () => {
  const screen = await openPage('/index/help/pc')
  await expect.element(screen.getByText('Find a vehicle')).toBeVisible()
  await screen.getByRole('tab', { name: 'On a phone' }).click()
  await expect.element(screen.getByText('Put it on the home screen')).toBeVisible()
})
