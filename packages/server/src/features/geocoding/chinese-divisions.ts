import { chineseNames } from '@trackway/core/geo/chinese-names.ts'
import type { Division } from './build-gazetteer.ts'

/**
 * Chinese names of China's divisions by GeoNames' codes: provinces by its own numbers, prefectures by those
 * of GB/T 2260, which it uses for them, and what Hainan, Henan, Hubei and Xinjiang govern directly by its ids.
 */
const provinces: Record<string, string> = entries(`
01 安徽省|02 浙江省|03 江西省|04 江苏省|05 吉林省|06 青海省|07 福建省|08 黑龙江省|09 河南省|10 河北省|11 湖南省|12 湖北省
13 新疆维吾尔自治区|14 西藏自治区|15 甘肃省|16 广西壮族自治区|18 贵州省|19 辽宁省|20 内蒙古自治区|21 宁夏回族自治区
22 北京市|23 上海市|24 山西省|25 山东省|26 陕西省|28 天津市|29 云南省|30 广东省|31 海南省|32 四川省|33 重庆市`)

const prefectures: Record<string, string> = entries(`
1301 石家庄市|1302 唐山市|1303 秦皇岛市|1304 邯郸市|1305 邢台市|1306 保定市|1307 张家口市|1308 承德市|1309 沧州市|1310 廊坊市
1311 衡水市|1401 太原市|1402 大同市|1403 阳泉市|1404 长治市|1405 晋城市|1406 朔州市|1407 晋中市|1408 运城市|1409 忻州市
1410 临汾市|1411 吕梁市|1501 呼和浩特市|1502 包头市|1503 乌海市|1504 赤峰市|1505 通辽市|1506 鄂尔多斯市|1507 呼伦贝尔市
1508 巴彦淖尔市|1509 乌兰察布市|1522 兴安盟|1525 锡林郭勒盟|1529 阿拉善盟|2101 沈阳市|2102 大连市|2103 鞍山市|2104 抚顺市
2105 本溪市|2106 丹东市|2107 锦州市|2108 营口市|2109 阜新市|2110 辽阳市|2111 盘锦市|2112 铁岭市|2113 朝阳市|2114 葫芦岛市
2201 长春市|2202 吉林市|2203 四平市|2204 辽源市|2205 通化市|2206 白山市|2207 松原市|2208 白城市|2224 延边朝鲜族自治州
2301 哈尔滨市|2302 齐齐哈尔市|2303 鸡西市|2304 鹤岗市|2305 双鸭山市|2306 大庆市|2307 伊春市|2308 佳木斯市|2309 七台河市
2310 牡丹江市|2311 黑河市|2312 绥化市|2327 大兴安岭地区|3201 南京市|3202 无锡市|3203 徐州市|3204 常州市|3205 苏州市
3206 南通市|3207 连云港市|3208 淮安市|3209 盐城市|3210 扬州市|3211 镇江市|3212 泰州市|3213 宿迁市|3301 杭州市|3302 宁波市
3303 温州市|3304 嘉兴市|3305 湖州市|3306 绍兴市|3307 金华市|3308 衢州市|3309 舟山市|3310 台州市|3311 丽水市|3401 合肥市
3402 芜湖市|3403 蚌埠市|3404 淮南市|3405 马鞍山市|3406 淮北市|3407 铜陵市|3408 安庆市|3410 黄山市|3411 滁州市|3412 阜阳市
3413 宿州市|3415 六安市|3416 亳州市|3417 池州市|3418 宣城市|3501 福州市|3502 厦门市|3503 莆田市|3504 三明市|3505 泉州市
3506 漳州市|3507 南平市|3508 龙岩市|3509 宁德市|3601 南昌市|3602 景德镇市|3603 萍乡市|3604 九江市|3605 新余市|3606 鹰潭市
3607 赣州市|3608 吉安市|3609 宜春市|3610 抚州市|3611 上饶市|3701 济南市|3702 青岛市|3703 淄博市|3704 枣庄市|3705 东营市
3706 烟台市|3707 潍坊市|3708 济宁市|3709 泰安市|3710 威海市|3711 日照市|3713 临沂市|3714 德州市|3715 聊城市|3716 滨州市
3717 菏泽市|4101 郑州市|4102 开封市|4103 洛阳市|4104 平顶山市|4105 安阳市|4106 鹤壁市|4107 新乡市|4108 焦作市|4109 濮阳市
4110 许昌市|4111 漯河市|4112 三门峡市|4113 南阳市|4114 商丘市|4115 信阳市|4116 周口市|4117 驻马店市|4201 武汉市|4202 黄石市
4203 十堰市|4205 宜昌市|4206 襄阳市|4207 鄂州市|4208 荆门市|4209 孝感市|4210 荆州市|4211 黄冈市|4212 咸宁市|4213 随州市
4228 恩施土家族苗族自治州|4301 长沙市|4302 株洲市|4303 湘潭市|4304 衡阳市|4305 邵阳市|4306 岳阳市|4307 常德市|4308 张家界市
4309 益阳市|4310 郴州市|4311 永州市|4312 怀化市|4313 娄底市|4331 湘西土家族苗族自治州|4401 广州市|4402 韶关市|4403 深圳市
4404 珠海市|4405 汕头市|4406 佛山市|4407 江门市|4408 湛江市|4409 茂名市|4412 肇庆市|4413 惠州市|4414 梅州市|4415 汕尾市
4416 河源市|4417 阳江市|4418 清远市|4419 东莞市|4420 中山市|4451 潮州市|4452 揭阳市|4453 云浮市|4501 南宁市|4502 柳州市
4503 桂林市|4504 梧州市|4505 北海市|4506 防城港市|4507 钦州市|4508 贵港市|4509 玉林市|4510 百色市|4511 贺州市|4512 河池市
4513 来宾市|4514 崇左市|4601 海口市|4602 三亚市|4603 三沙市|4604 儋州市|5101 成都市|5103 自贡市|5104 攀枝花市|5105 泸州市
5106 德阳市|5107 绵阳市|5108 广元市|5109 遂宁市|5110 内江市|5111 乐山市|5113 南充市|5114 眉山市|5115 宜宾市|5116 广安市
5117 达州市|5118 雅安市|5119 巴中市|5120 资阳市|5132 阿坝藏族羌族自治州|5133 甘孜藏族自治州|5134 凉山彝族自治州|5201 贵阳市
5202 六盘水市|5203 遵义市|5204 安顺市|5205 毕节市|5206 铜仁市|5223 黔西南布依族苗族自治州|5226 黔东南苗族侗族自治州
5227 黔南布依族苗族自治州|5301 昆明市|5303 曲靖市|5304 玉溪市|5305 保山市|5306 昭通市|5307 丽江市|5308 普洱市|5309 临沧市
5323 楚雄彝族自治州|5325 红河哈尼族彝族自治州|5326 文山壮族苗族自治州|5328 西双版纳傣族自治州|5329 大理白族自治州
5331 德宏傣族景颇族自治州|5333 怒江傈僳族自治州|5334 迪庆藏族自治州|5401 拉萨市|5402 日喀则市|5403 昌都市|5404 林芝市
5405 山南市|5406 那曲市|5425 阿里地区|6101 西安市|6102 铜川市|6103 宝鸡市|6104 咸阳市|6105 渭南市|6106 延安市|6107 汉中市
6108 榆林市|6109 安康市|6110 商洛市|6201 兰州市|6202 嘉峪关市|6203 金昌市|6204 白银市|6205 天水市|6206 武威市|6207 张掖市
6208 平凉市|6209 酒泉市|6210 庆阳市|6211 定西市|6212 陇南市|6229 临夏回族自治州|6230 甘南藏族自治州|6301 西宁市|6302 海东市
6322 海北藏族自治州|6323 黄南藏族自治州|6325 海南藏族自治州|6326 果洛藏族自治州|6327 玉树藏族自治州|6328 海西蒙古族藏族自治州
6401 银川市|6402 石嘴山市|6403 吴忠市|6404 固原市|6405 中卫市|6501 乌鲁木齐市|6502 克拉玛依市|6504 吐鲁番市|6505 哈密市
6523 昌吉回族自治州|6527 博尔塔拉蒙古自治州|6528 巴音郭楞蒙古自治州|6529 阿克苏地区|6530 克孜勒苏柯尔克孜自治州|6531 喀什地区
6532 和田地区|6540 伊犁哈萨克自治州|6542 塔城地区|6543 阿勒泰地区
12324210 济源市|12324193 天门市|12324199 潜江市|12324200 仙桃市|1795614 神农架林区|12324192 石河子市|8079473 五家渠市
8080762 图木舒克市|12324194 五指山市|12324195 乐东黎族自治县|12324196 东方市|12324197 昌江黎族自治县|12324198 临高县
12324201 陵水黎族自治县|12324203 保亭黎族苗族自治县|12324205 屯昌县|12324206 定安县|12324207 白沙黎族自治县
12324208 琼中黎族苗族自治县|12324209 澄迈县|1791540 文昌市|1791778 万宁市|1797544 琼海市`)

/** Counties of Taiwan and districts of Hong Kong; GeoNames has HSQ and HSZ the other way round than ISO 3166-2. */
const regionDistricts: Record<string, string> = entries(`
TPE 台北市|TPQ 新北市|KEE 基隆市|TAO 桃园市|HSQ 新竹市|HSZ 新竹县|MIA 苗栗县|TXG 台中市|CHA 彰化县|NAN 南投县|YUN 云林县
CYI 嘉义市|CYQ 嘉义县|TNN 台南市|KHH 高雄市|PIF 屏东县|TTT 台东县|HUA 花莲县|ILA 宜兰县|PEN 澎湖县|KIN 金门县|LIE 连江县
HCW 中西区|HWC 湾仔区|HEA 东区|HSO 南区|KYT 油尖旺区|KSS 深水埗区|KKC 九龙城区|KWT 黄大仙区|KKT 观塘区|NKT 葵青区
NTM 屯门区|NNO 北区|NST 沙田区|NYL 元朗区|NTW 荃湾区|NTP 大埔区|NSK 西贡区|NIS 离岛区`)

/** Taiwan, Hong Kong and Macau are below China in Chinese addresses; GeoNames has each as a country. */
const regions: Record<string, string> = { TW: '台湾省', HK: '香港特别行政区', MO: '澳门特别行政区' }

/** Cities that are provinces: below them no prefecture is named. */
const municipalities = new Set(['22', '23', '28', '33'])
const allDivisions = [...Object.values(provinces), ...Object.values(prefectures)]

export function isChinese(countryCode: string): boolean {
  return countryCode === 'CN' || countryCode in regions
}

interface Named {
  countryCode: string
  admin1: Division | null
  admin2: Division | null
  name: string
  /** The Chinese name of the place in GeoNames, where it has one. */
  chinese: string | null
}

/** The Chinese names of a place and its divisions; null for a division without one, the place as it is. */
export function chineseNamesOf(near: Named): { admin1: string | null; admin2: string | null; place: string } {
  const { countryCode, admin1, admin2, name, chinese } = near
  const last = ({ code }: Division) => code.slice(code.lastIndexOf('.') + 1)
  const region = regions[countryCode]
  if (region) {
    // Of Hong Kong and Taiwan GeoNames has traditional characters.
    const district = admin2 ?? admin1
    const admin2Name = district && (regionDistricts[last(district)] ?? null)
    const place = chineseNames[`${countryCode} ${name}`] ?? (countryCode === 'MO' ? chinese : null) ?? name
    return { admin1: region, admin2: admin2Name, place: admin2Name?.startsWith(place) ? admin2Name : place }
  }
  if (countryCode !== 'CN') {
    const known = (division: Division | null) =>
      (division && chineseNames[`${countryCode} ${division.name}`]) ?? null
    const place = chineseNames[`${countryCode} ${name}`] ?? chinese ?? name
    return { admin1: known(admin1), admin2: known(admin2), place }
  }
  const province = (admin1 && provinces[last(admin1)]) ?? null
  const isMunicipality = admin1 !== null && municipalities.has(last(admin1))
  const prefecture = (!isMunicipality && admin2 && prefectures[last(admin2)]) || null
  const division = prefecture ?? province
  const place = chinesePlace(name, division) ?? chinese ?? name
  // The city that its division is named after adds nothing to the division.
  const isSeat = division?.startsWith(place) || (prefecture !== null && admin2?.name === name)
  return { admin1: province, admin2: prefecture, place: isSeat && division ? division : place }
}

/**
 * The Chinese name of a place in China, where we have one. Many towns share the pinyin of a city elsewhere
 * (Fuyang: 阜阳 in Anhui, 富阳 in Hangzhou), so the name of a city counts only inside its own division.
 */
function chinesePlace(name: string, division: string | null): string | null {
  const chinese = chineseNames[`CN ${name}`]
  if (chinese === undefined || division?.startsWith(chinese)) return chinese ?? null
  return allDivisions.some((each) => each.startsWith(chinese)) ? null : chinese
}

function entries(table: string): Record<string, string> {
  const rows = table.trim().split(/[|\n]/)
  return Object.fromEntries(rows.map((row) => row.split(' ') as [string, string]))
}
