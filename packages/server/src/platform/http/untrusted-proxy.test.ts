import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { noteForwarded, untrustedProxy } from './untrusted-proxy.ts'

const log = pino({ level: 'silent' })
const hourMs = 3_600_000
let time = Date.now()
beforeEach(() => {
  time += 10 * hourMs
})

function requests(count: number, peer: string, forwarded?: string, ips?: string[]): void {
  const headers = { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) }
  for (let i = 0; i < count; i++)
    noteForwarded({ headers, socket: { remoteAddress: peer }, ips } as FastifyRequest, log, time)
}

test('a proxy of one’s own network speaks for others, and is not trusted', () => {
  requests(10, '203.0.113.1')
  expect(untrustedProxy()).toBe(null)
  requests(1, '::ffff:172.18.0.2', '203.0.113.9')
  expect(untrustedProxy()).toBe('172.18.0.2')
  time += 3 * hourMs
  requests(1, '203.0.113.1')
  expect(untrustedProxy()).toBe(null)
})

test('one that is trusted is no fault', () => {
  requests(5, '172.18.0.2', '203.0.113.9', ['172.18.0.2', '203.0.113.9'])
  expect(untrustedProxy()).toBe(null)
})

test('a stranger who writes the header is none, but one through whom most come is', () => {
  requests(10, '198.51.100.1')
  requests(5, '203.0.113.7', '10.0.0.1')
  expect(untrustedProxy()).toBe(null)
  requests(10, '203.0.113.7', '10.0.0.1')
  expect(untrustedProxy()).toBe('203.0.113.7')
})
