/**
 * Hong Kong and Macau with their waters, as closed rings of lon, lat in WGS-84. Natural Earth draws them up to
 * a kilometre off, and here the border runs through the middle of a city.
 * Points with five decimals that are numbered: State Council Order 221 (1997), "Description of the boundary".
 * The rest: country-coder's borders.json (ISC licence, country-coder contributors); between Luohu and
 * Shatoujiao bent to the 0.001 degree district boundaries of Hong Kong's 2001 census.
 */
export const hongKongRing = ringOf([
  // Deep Bay, along its middle, to 7 and 6.
  '113.86771 22.42972  113.94781 22.47236  113.99506 22.51006',
  // From the mouth of the Shenzhen River; its new channel leaves the Lok Ma Chau Loop in the south.
  '114.03113 22.5065  114.05438 22.5026  114.0572 22.506  114.05745 22.5105  114.0628 22.5161',
  '114.07267 22.51855  114.07817 22.52997  114.08606 22.53276  114.09048 22.53716  114.0938 22.5361',
  '114.09692 22.53435  114.1034 22.5352',
  // Luohu and Wenjindu.
  '114.11181 22.52878  114.11656 22.53415  114.12665 22.54003  114.13823 22.54319  114.1482 22.54091',
  '114.1497 22.5445  114.1515 22.5475  114.1504 22.5505  114.1523 22.5548  114.156 22.5545',
  // Liantang, and up to the pass between the two rivers.
  '114.1584 22.5592  114.1615 22.5617  114.1645 22.5592  114.168 22.5608  114.1764 22.5599',
  '114.1781 22.5562  114.181 22.5546  114.1878 22.5557  114.1903 22.5542  114.196 22.5568',
  '114.2012 22.5577',
  // 5, the pass; 4 and 3, the bridge of Shatoujiao; 2, Chung Ying Street; 1, the pier of Sha Tau Kok.
  '114.20674 22.55653  114.213 22.555  114.2178 22.5558  114.2215 22.5527  114.2268 22.5488',
  '114.22691 22.54801  114.22692 22.54785  114.22567 22.54595  114.22635 22.54367',
  // Mirs Bay and the waters in the south.
  '114.22888 22.5436  114.25154 22.55977  114.44998 22.55977  114.50148 22.15017  113.92195 22.13873',
  '113.83338 22.1826  113.81621 22.2163  113.86771 22.42972',
])

export const macauRing = ringOf([
  // The waters in the west.
  '113.54942 22.14519  113.54093 22.15497',
  // The Inner Harbour.
  '113.52659 22.18271  113.53552 22.20607  113.53301 22.21235',
  // The Canal dos Patos and the Border Gate.
  '113.53593 22.2137  113.54093 22.21314  113.54333 22.21688  113.5508 22.21672',
  // The waters in the east.
  '113.56865 22.20973  113.57123 22.20416  113.60504 22.20464  113.63011 22.10782  113.57191 22.07696',
  '113.54839 22.10909  113.54942 22.14519',
])

/** Of lines of `lon lat`, place after place. */
function ringOf(lines: readonly string[]): readonly number[] {
  return lines.join(' ').split(/ +/).map(Number)
}
