import { type RoleId, roles } from '@trackway/core/codes/roles.ts'
import { hashPassword, randomPassword } from '../features/accounts/passwords.ts'
import { insertAccount } from '../features/accounts/queries.ts'
import type { Db } from '../platform/database/database.ts'
import { StartError } from '../platform/start-error.ts'

/** The id of the demo account. It sees all of the demo tree and may change nothing. */
const demoId = 6
export const demoLogin = { username: 'demo', password: 'demo' }

interface DemoAccount {
  username: string
  nickname: string
  role: RoleId
  /** User name of its parent account. */
  below: string
  timeZone: string
  language: string
  remark?: string
}

const agent = roles.agent
const user = roles.user

/** The demo's resellers and fleets, superiors first. */
const demoAccounts = [
  account(
    'yuanhang',
    '深圳市远航车联网科技有限公司',
    agent,
    'demo',
    'Asia/Shanghai',
    'cn',
    '华南、华东、华北总代理',
  ),
  account('shunda', '顺达冷链物流', user, 'yuanhang', 'Asia/Shanghai', 'cn'),
  account('nanfang', '南方出租汽车集团有限公司第三分公司', user, 'yuanhang', 'Asia/Shanghai', 'cn'),
  account('huadong', '华东快运（上海）', user, 'yuanhang', 'Asia/Shanghai', 'cn'),
  account('beifang', '北方大区代理', agent, 'yuanhang', 'Asia/Shanghai', 'cn'),
  account('jingcheng', '京城商务租车', user, 'beifang', 'Asia/Shanghai', 'cn'),
  account('chuanyu', '川渝工程机械租赁', user, 'beifang', 'Asia/Shanghai', 'cn'),
  account('tianjin', '天津滨海经销部', agent, 'beifang', 'Asia/Shanghai', 'cn'),
  account('binhai', '滨海港口集装箱运输有限公司', user, 'tianjin', 'Asia/Shanghai', 'cn'),
  account(
    'baiyangdian',
    '河北雄安新区白洋淀生态旅游观光车辆运营管理有限责任公司第二分公司（淀区、码头及周边接驳车队）',
    roles.superUser,
    'tianjin',
    'Asia/Shanghai',
    'cn',
  ),
  account('vietlink', 'Công ty TNHH Giải pháp Định vị Hồng Hà', agent, 'demo', 'Asia/Ho_Chi_Minh', 'vi'),
  account('thanglong', 'Taxi Thăng Long', user, 'vietlink', 'Asia/Ho_Chi_Minh', 'vi'),
  account('saigon', 'Giao hàng nhanh Sài Gòn', user, 'vietlink', 'Asia/Ho_Chi_Minh', 'vi'),
  account('danang', 'Đại lý Đà Nẵng – Miền Trung', agent, 'vietlink', 'Asia/Ho_Chi_Minh', 'vi'),
  account('hoian', 'Công ty Vận tải Du lịch Phố cổ Hội An', user, 'danang', 'Asia/Ho_Chi_Minh', 'vi'),
  account('siam', 'บริษัท สยามโลจิสติกส์ จำกัด', user, 'demo', 'Asia/Bangkok', 'th'),
  account('europe', 'Flottes d’Europe SAS', agent, 'demo', 'Europe/Paris', 'fr'),
  account('lefevre', 'Transports Lefèvre & Fils', user, 'europe', 'Europe/Paris', 'fr'),
  account('atlantico', 'Distribuição Atlântico, Lda.', user, 'europe', 'Europe/Lisbon', 'pt'),
  account(
    'iberia',
    'Alquiler de Maquinaria Hermanos Fernández de la Peña',
    user,
    'europe',
    'Europe/Madrid',
    'es',
  ),
  account('ouest', 'Agence Grand Ouest (Bretagne, Normandie)', agent, 'europe', 'Europe/Paris', 'fr'),
  account('rennes', 'Messagerie Rennaise & Associés', user, 'ouest', 'Europe/Paris', 'fr'),
  account('sever', 'ООО «СеверТрансЛогистика»', user, 'demo', 'Europe/Moscow', 'ru'),
  account('deccan', 'Deccan Express Couriers Pvt. Ltd.', user, 'demo', 'Asia/Kolkata', 'en-IN'),
  account('yangon', 'ရန်ကုန် ပို့ဆောင်ရေး', user, 'demo', 'Asia/Yangon', 'my'),
  account('helsinki', 'Stadin Lähetit Oy', user, 'europe', 'Europe/Helsinki', 'en'),
  account('phnompenh', 'ក្រុមហ៊ុនដឹកជញ្ជូនភ្នំពេញ', user, 'demo', 'Asia/Phnom_Penh', 'km'),
] as const

export type DemoOwner = (typeof demoAccounts)[number]['username']

function account<const U extends string>(
  username: U,
  nickname: string,
  role: RoleId,
  below: string,
  timeZone: string,
  language: string,
  remark?: string,
): DemoAccount & { username: U } {
  return { username, nickname, role, below, timeZone, language, remark }
}

/** Names of ours on a platform that has others: all but the demo account itself carry this. */
export const named = (username: string) => (username === demoLogin.username ? username : `demo.${username}`)

/**
 * Makes the demo account and the tree below it where they are missing.
 * Only `demo` has a password that is known; an administrator can give the others one.
 * @returns account ids by the names of the table above
 */
export async function ensureAccounts(db: Db, now: number): Promise<Map<string, number>> {
  const known = await knownAccounts(db)
  if (!known.has(demoLogin.username)) known.set(demoLogin.username, await insertDemo(db, now))
  const missing = demoAccounts.filter((one) => !known.has(one.username))
  // Nobody knows it, so one hash does for all.
  const passwordHash = missing.length > 0 ? await hashPassword(randomPassword()) : ''
  for (const { below, username, ...rest } of missing) {
    const parentId = known.get(below)!
    const account = { ...rest, username: named(username), passwordHash, expireTime: null }
    const row = await db.transaction().execute((trx) => insertAccount(trx, parentId, account, now))
    known.set(username, row.id)
  }
  return known
}

async function knownAccounts(db: Db): Promise<Map<string, number>> {
  const names = [demoLogin.username, ...demoAccounts.map((one) => one.username)]
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where('path', 'like', `/1/${demoId}/%`)
    .execute()
  const idOf = new Map(rows.map((row) => [row.username, row.id]))
  return new Map(names.flatMap((name) => (idOf.has(named(name)) ? [[name, idOf.get(named(name))!]] : [])))
}

/** @throws {StartError} where somebody else has the name */
async function insertDemo(db: Db, now: number): Promise<number> {
  const inserted = await db
    .insertInto('accounts')
    .values({
      id: demoId,
      parent_id: 1,
      path: `/1/${demoId}/`,
      username: demoLogin.username,
      password_hash: await hashPassword(demoLogin.password),
      role: agent,
      nickname: 'Trackway Demo',
      time_zone: 'Asia/Shanghai',
      is_demo: true,
      create_time: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted)
    throw new StartError('The demo needs the user name demo, which another account has: rename that one.')
  // Administrators may have chosen another one.
  await db
    .insertInto('demo_account')
    .values({ account_id: demoId, is_offered: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return demoId
}
