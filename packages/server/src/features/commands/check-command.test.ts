import { roles } from '@trackway/core/codes/roles.ts'
import { expect, test } from 'vitest'
import { checkCommand, checkRisk } from './check-command.ts'

const to = (wire: string) => ({ wire, profile: {} })

test('a text is held to what it does to the devices that it is for', () => {
  expect(checkCommand({ content: 'J' }, [to('gt06')]).code).toBe('text')
  expect(checkCommand({ content: 'J' }, [to('gt06'), to('gps103')])).toEqual({
    command: { code: 'text', parameters: { content: 'J' } },
    code: 'oilCut',
  })
  expect(checkCommand({ code: 'text', parameters: { content: 'AV010' } }, [to('tk103')]).code).toBe('oilCut')
  const profile = { commandTexts: { oilCut: 'KILL#' } }
  expect(checkCommand({ content: 'KILL' }, [{ wire: 'gt06', profile }]).code).toBe('oilCut')
})

test('what can lose a device by its protocol is not for end users', () =>
  expect(() => checkRisk(checkCommand({ content: 'F11' }, [to('meitrack')]), roles.user)).toThrow())
