import { addressReader } from '@trackway/core/api/address-input.ts'
import type { Call, Envelope, InputOf, OutputOf } from '@trackway/core/api/call.ts'
import { type ResultName, resultCodes } from '@trackway/core/codes/results.ts'
import { allCalls } from '@trackway/core/contract.ts'
import { onTestFinished } from 'vitest'

type Answer<C extends Call> = OutputOf<C> | ((input: InputOf<C>) => OutputOf<C>)

export interface FakeServer {
  /** What the call is answered with from now on. */
  answer<C extends Call>(call: C, output: Answer<C>): void
  /** The call is refused from now on. */
  refuse(call: Call, result: ResultName): void
  /** The inputs of this call so far, as they arrived. */
  sent<C extends Call>(call: C): InputOf<C>[]
}

/**
 * Fakes the server of a component test: takes every call of `/api`, remembers what was sent, and answers
 * what the test has set. A call that nobody expects is refused as `notFound`. It is gone when the test is over.
 */
export function startFakeServer(): FakeServer {
  const answers = new Map<string, (input: never) => Envelope>()
  const sent: { path: string; input: unknown }[] = []
  const reallyFetch = globalThis.fetch

  globalThis.fetch = async (target, init) => {
    const url = new URL(target instanceof Request ? target.url : target, location.href)
    if (!url.pathname.startsWith('/api/')) return reallyFetch(target, init)
    init?.signal?.throwIfAborted()
    const input = init?.body ? JSON.parse(String(init.body)) : inputOf(url)
    const path = contractPath(url)
    sent.push({ path, input })
    const answer = answers.get(path) ?? (() => refusal('notFound'))
    return Response.json(answer(input as never))
  }
  onTestFinished(() => {
    globalThis.fetch = reallyFetch
  })

  return {
    answer: (call, output) => {
      answers.set(call.path, (input) => ({
        meta: { success: true, code: resultCodes.success, message: '' },
        data: typeof output === 'function' ? (output as (input: unknown) => unknown)(input) : output,
      }))
    },
    refuse: (call, result) => {
      answers.set(call.path, () => refusal(result))
    },
    sent: (call) => sent.flatMap(({ path, input }) => (path === call.path ? [input as never] : [])),
  }
}

/** The path as the contract writes it, with the names of its parameters. */
function contractPath({ pathname }: URL): string {
  const isOf = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname)
  return (
    allCalls.find(({ path }) => path === pathname || (path.includes('{') && isOf(path)))?.path ?? pathname
  )
}

/** The input of a GET call, as the server reads it. */
function inputOf({ pathname, searchParams }: URL): unknown {
  const texts = [...new Set(searchParams.keys())].map((name) => {
    const values = searchParams.getAll(name)
    return [name, values.length === 1 ? values[0] : values]
  })
  const call = allCalls.find(({ path }) => path === pathname)
  return call ? addressReader(call)(Object.fromEntries(texts)) : Object.fromEntries(texts)
}

function refusal(result: ResultName): Envelope {
  return { meta: { success: false, code: resultCodes[result], message: result }, data: null }
}
