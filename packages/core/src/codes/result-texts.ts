import { type Language, languageCodes } from './languages.ts'
import type { ResultName } from './results.ts'

/**
 * Texts of the result codes in the API's replies, for people behind outside tools; the web app has its own.
 * Wording of the codes that S2 section 8 names follows it. Other languages read English.
 */
const texts: Record<'cn' | 'en', Record<ResultName, string>> = {
  en: {
    success: 'success',
    usernameMalformed: 'The user name is not valid.',
    wrongPassword: 'The current password is wrong.',
    accountExpired: 'The account has expired.',
    wrongCredentials: 'Wrong user name or password.',
    tooManyAttempts: 'Too many attempts. Please try again later.',
    sessionExpired: 'Login info expired, please log in again.',
    noPermission: 'No permission to access.',
    invalidInput: 'Some of the values sent are missing or wrong.',
    notFound: 'Not found.',
    demoAccount: 'DEMO accounts cannot use this function!',
    usernameTaken: 'This user name already exists.',
    terminalIdTaken: 'This terminal id is already registered.',
    accountInUse: 'An account with sub-accounts or devices cannot be deleted.',
    noSubAccounts: 'This account cannot have sub-accounts.',
    roleNotGrantable: 'This role cannot be given here.',
    transferToSelf: 'Cannot transfer to the same account.',
    transferUnderDescendant: 'A superior account cannot be moved under its subordinate.',
    alreadyThere: 'It is already under the target account.',
    tooManyDevices: 'Too many devices for one operation.',
    rangeTooLong: 'The time range is too long, or ends before it begins.',
    carNumberTaken: 'The car number conflicts with another device.',
    unknownDeviceType: 'There is no such device type.',
    payloadTooLarge: 'The request is too large.',
    tooManyRequests: 'Too many requests. Please slow down.',
    unavailable: 'The service is not available at the moment. Please try again.',
    tooManyExports: 'Too many files are under way. Wait for one to finish.',
    invalidTimeZone: 'There is no such time zone.',
    tooManySchedules: 'No more scheduled reports can be added.',
    mailNotConfigured: 'The platform has no mail server set.',
    rangeNotOver: 'Only a time that has passed can be shared.',
    tooManyViews: 'No more views of this list can be saved. Delete one that is not needed.',
    tooManyShares: 'No more links can be made. End some that are not needed.',
    internal: 'The server is having trouble, please try again later.',
  },
  cn: {
    success: '成功',
    usernameMalformed: '用户名不正确',
    wrongPassword: '当前密码错误',
    accountExpired: '账号已过期',
    wrongCredentials: '用户名或密码错误',
    tooManyAttempts: '尝试次数过多，请稍后再试',
    sessionExpired: '登录信息已过期，请重新登录',
    noPermission: '没有访问权限',
    invalidInput: '提交的内容缺失或有误',
    notFound: '未找到',
    demoAccount: '演示账号不能使用此功能！',
    usernameTaken: '用户名已存在',
    terminalIdTaken: '该终端号已注册',
    accountInUse: '账号下有子账号或设备，不能删除',
    noSubAccounts: '该账号不能拥有下级账号',
    roleNotGrantable: '不能授予该角色',
    transferToSelf: '不能转移给同一账号',
    transferUnderDescendant: '不能将上级账号转移到其下级之下',
    alreadyThere: '已在目标账号下',
    tooManyDevices: '一次操作的设备数量过多',
    rangeTooLong: '时间范围过长，或结束早于开始',
    carNumberTaken: '车牌号与其他设备冲突',
    unknownDeviceType: '没有该设备类型',
    payloadTooLarge: '请求内容过大',
    tooManyRequests: '请求过于频繁，请稍后再试',
    unavailable: '服务暂时不可用，请稍后再试',
    tooManyExports: '正在生成的文件过多，请等待其中一个完成',
    invalidTimeZone: '没有该时区',
    tooManySchedules: '定时报表数量已达上限',
    mailNotConfigured: '平台未配置邮件服务器',
    rangeNotOver: '只能分享已经过去的时间段',
    tooManyViews: '此列表的视图已达上限，请先删除不需要的视图',
    tooManyShares: '分享链接已达上限，请先停用不需要的链接',
    internal: '服务器开小差了，请稍后再试',
  },
}

export function resultText(name: ResultName, language: Language): string {
  return texts[language === 'cn' ? 'cn' : 'en'][name]
}

/**
 * The language an `Accept-Language` header asks for: the first it prefers that is one of ours.
 * @returns null when it names none of them
 */
export function preferredLanguage(header: string | undefined): Language | null {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters.find((parameter) => parameter.trim().startsWith('q='))
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight.trim().slice(2)) || 0 }
    })
    .filter((one) => one.weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { tag } of wanted) {
    const own = languageOfTag(tag)
    if (own !== null) return own
  }
  return null
}

// Our code for Chinese is the specification's `cn`; the tag browsers send is `zh`.
function languageOfTag(tag: string): Language | null {
  const [base = ''] = tag.split('-')
  if (base === 'zh' || base === 'cn') return 'cn'
  return (
    languageCodes.find((code) => code.toLowerCase() === tag) ??
    languageCodes.find((code) => code === base) ??
    null
  )
}
