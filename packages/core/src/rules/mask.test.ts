import { expect, test } from 'vitest'
import { maskOwner } from './mask.ts'

test('lists show enough to distinguish owners, and no whole value', () => {
  const owner = {
    realName: '张伟',
    idCard: '440301199001011234',
    telephone: '13800138000',
    address: '广东省深圳市南山区科技园',
    contract: 'HX-2026-0815',
  }
  expect(maskOwner(owner)).toEqual({
    realName: '张***',
    idCard: '440***34',
    telephone: '138***00',
    address: '广东省深***',
    contract: 'HX***15',
  })
  expect(maskOwner({ ...owner, realName: null, contract: 'A1', telephone: '1' })).toMatchObject({
    realName: null,
    contract: 'A***',
    telephone: '1***',
  })
})
