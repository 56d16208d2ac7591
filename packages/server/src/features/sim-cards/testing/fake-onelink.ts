import {
  type Answer,
  type FakeServer,
  type Request,
  startFakeServer,
} from '../../../testing/fakes/fake-server.ts'

/**
 * China Mobile OneLink v5 as documented, on this machine: a token for an hour, one number for each request, cards of its
 * two back ends, lists of 100 at most of which one bad card spoils all, and one change of a card in half an hour.
 */
export interface FakeOneLink extends FakeServer {
  cards: Map<string, FakeSim>
  /** How many tokens were told. */
  tokens: number
  /** The token that was told last is not known any more. */
  endToken(): void
  /** From now on each list of usage has a bad card. */
  refuseUsageLists(): void
  /** What it answers by itself. */
  usual(request: Request): Promise<Answer>
  /** Requests by path, without those for tokens. */
  paths(): string[]
}

export interface FakeSim {
  msisdn: string
  imsi: string
  status: string
  kb: string
  changedTime?: number
}

export const oneLinkApp = { appId: '100000000000001', password: 'onelink-secret' }
const tokenLifeMs = 3_600_000
const repeatMs = 30 * 60_000
const mostCards = 100

const json = (body: object): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json;charset=UTF-8' },
  body: JSON.stringify(body),
})
const failed = (status: string, message: string) => json({ status, message, result: [] })
const found = (...result: object[]) => json({ status: '0', message: '正确', result })

/** What a proxy answers while the platform is down. */
export const htmlAnswer: Answer = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>',
}

export async function startFakeOneLink(now: () => number = Date.now): Promise<FakeOneLink> {
  const cards = new Map<string, FakeSim>()
  const seen = new Set<string>()
  let [tokens, token, untilTime, hasBadCard] = [0, '', 0, false]

  const answer = async ({ path, body }: Request): Promise<Answer> => {
    const content = JSON.parse(body.toString()) as Record<string, string>
    const transid = content.transid ?? ''
    if (!new RegExp(`^${oneLinkApp.appId}20\\d{12}\\d{8}$`).test(transid) || seen.has(transid))
      return failed('12004', 'transid/appid/token 错误')
    seen.add(transid)
    if (path === '/v5/ec/get/token') {
      if (content.appid !== oneLinkApp.appId || content.password !== oneLinkApp.password)
        return failed('12022', 'appid/password 错误')
      token = `token-${++tokens}`
      untilTime = now() + tokenLifeMs
      return found({ token })
    }
    if (content.token !== token || now() >= untilTime) return failed('12021', 'token 不存在或已过期')
    if (path.endsWith('/batch')) return batch(path, content)
    const named = ['msisdn', 'imsi', 'iccid'].filter((name) => content[name] !== undefined)
    if (named.length !== 1) return failed('11000', '参数错误')
    const card = cards.get(content.iccid ?? '')
    if (card === undefined) return failed(/^8986/.test(content.iccid ?? '') ? '12009' : '12010', '卡号不存在')
    switch (path) {
      case '/v5/ec/query/sim-status':
        return found({ cardStatus: card.status, lastChangeDate: '2026-11-01 00:00:00' })
      case '/v5/ec/query/sim-data-usage':
        return found({ dataAmount: card.kb, apnUsageList: [] })
      case '/v5/ec/change/sim-status':
        return change(card, content)
    }
    return failed('11002', '接口不存在')
  }

  const batch = (path: string, content: Record<string, string>): Answer => {
    const iccids = (content.iccids ?? '').split('_')
    if (iccids.length > mostCards) return failed('11000', '批量查询不超过 100 张')
    if (path === '/v5/ec/query/sim-card-info/batch')
      return found(
        ...iccids.map((iccid) => {
          const card = cards.get(iccid)
          if (card === undefined) return { status: '12009', message: '卡号不属于本集团', iccid }
          return { status: '0', message: '正确', iccid, msisdn: card.msisdn, imsi: card.imsi }
        }),
      )
    if (path !== '/v5/ec/query/sim-data-usage-monthly/batch' || !/^20\d{4}$/.test(content.queryDate ?? ''))
      return failed('11000', '参数错误')
    if (hasBadCard || iccids.some((iccid) => !cards.has(iccid)))
      return failed('12009', '存在不属于本集团的卡')
    return found({
      dataAmountList: iccids.map((iccid) => ({ iccid, dataAmount: cards.get(iccid)!.kb })),
    })
  }

  const change = (card: FakeSim, { operType, iccid }: Record<string, string>): Answer => {
    if (now() - (card.changedTime ?? 0) < repeatMs) return failed('12067', '同一卡号 30 分钟内不能重复办理')
    const isCt = card.status.length === 1
    const next = { '0': isCt ? '4' : '02', '1': isCt ? '2' : '00', '6': isCt ? '2' : '00' }[operType ?? '']
    if (next === undefined) return failed('11000', '参数错误')
    card.status = next
    card.changedTime = now()
    return found({ iccid })
  }

  const server = await startFakeServer(answer)
  return {
    ...server,
    url: `${server.url}/v5/ec`,
    cards,
    usual: answer,
    get tokens() {
      return tokens
    },
    endToken: () => {
      token = 'ended'
    },
    refuseUsageLists: () => {
      hasBadCard = true
    },
    paths: () =>
      server.requests.map(({ path }) => path.replace('/v5/ec/', '')).filter((path) => path !== 'get/token'),
  }
}
