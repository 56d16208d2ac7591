/** Chinese names of cities, by the country and the name that GeoNames gives them: for maps and addresses. */
export const chineseNames: Record<string, string> = Object.fromEntries(
  `
CN Beijing 北京|CN Shanghai 上海|CN Tianjin 天津|CN Chongqing 重庆|CN Guangzhou 广州|CN Shenzhen 深圳|CN Wuhan 武汉
CN Dongguan 东莞|CN Chengdu 成都|CN Nanjing 南京|CN Nanchong 南充|CN Xi’an 西安|CN Shenyang 沈阳|CN Hangzhou 杭州
CN Harbin 哈尔滨|CN Manzhouli 满洲里|CN Tai’an 泰安|CN Suzhou 苏州|CN Shantou 汕头|CN Jinan 济南|CN Zhengzhou 郑州|CN Changchun 长春
CN Dalian 大连|CN Kunming 昆明|CN Qingdao 青岛|CN Foshan 佛山|CN Puyang 濮阳|CN Wuxi 无锡|CN Xiamen 厦门|CN Tianshui 天水
CN Ningbo 宁波|CN Shiyan 十堰|CN Taiyuan 太原|CN Tangshan 唐山|CN Hefei 合肥|CN Zibo 淄博|CN Zhongshan 中山|CN Changsha 长沙
CN Ürümqi 乌鲁木齐|CN Shijiazhuang 石家庄|CN Lanzhou 兰州|CN Yunfu 云浮|CN Nanchang 南昌|CN Ordos 鄂尔多斯|CN Jilin 吉林
CN Kunshan 昆山|CN Xinyang 信阳|CN Fushun 抚顺|CN Luoyang 洛阳|CN Handan 邯郸|CN Baotou 包头|CN Xuchang 许昌|CN Yueyang 岳阳
CN Anshan 鞍山|CN Fuzhou 福州|CN Guiyang 贵阳|CN Lijiang 丽江|CN Datong 大同|CN Xianyang 咸阳|CN Huainan 淮南|CN Jieyang 揭阳
CN Baoding 保定|CN Benxi 本溪|CN Changzhou 常州|CN Huaibei 淮北|CN Kaifeng 开封|CN Pingdingshan 平顶山|CN Qiqihar 齐齐哈尔
CN Wenzhou 温州|CN Nanning 南宁|CN Anyang 安阳|CN Hohhot 呼和浩特|CN Xining 西宁|CN Qinhuangdao 秦皇岛|CN Hengyang 衡阳
CN Xinxiang 新乡|CN Hegang 鹤岗|CN Langfang 廊坊|CN Zhumadian 驻马店|CN Yantai 烟台|CN Zhuzhou 株洲|CN Changzhi 长治
CN Zhangjiakou 张家口|CN Zigong 自贡|CN Fuxin 阜新|CN Huangshi 黄石|CN Liaoyang 辽阳|CN Xiangtan 湘潭|CN Nantong 南通
CN Mudanjiang 牡丹江|CN Guilin 桂林|CN Zhanjiang 湛江|CN Xuzhou 徐州|CN Yangzhou 扬州|CN Zhenjiang 镇江|CN Yancheng 盐城
CN Lianyungang 连云港|CN Huai’an 淮安|CN Suqian 宿迁|CN Taizhou 泰州|CN Jiaxing 嘉兴|CN Huzhou 湖州|CN Shaoxing 绍兴|CN Jinhua 金华
CN Quzhou 衢州|CN Zhoushan 舟山|CN Lishui 丽水|CN Wuhu 芜湖|CN Bengbu 蚌埠|CN Ma’anshan 马鞍山|CN Tongling 铜陵|CN Anqing 安庆
CN Huangshan 黄山|CN Chuzhou 滁州|CN Fuyang 阜阳|CN Putian 莆田|CN Sanming 三明|CN Quanzhou 泉州|CN Zhangzhou 漳州|CN Nanping 南平
CN Longyan 龙岩|CN Ningde 宁德|CN Jingdezhen 景德镇|CN Pingxiang 萍乡|CN Jiujiang 九江|CN Xinyu 新余|CN Yingtan 鹰潭|CN Ganzhou 赣州
CN Ji’an 吉安|CN Yichun 宜春|CN Shangrao 上饶|CN Dongying 东营|CN Weifang 潍坊|CN Jining 济宁|CN Weihai 威海|CN Rizhao 日照
CN Linyi 临沂|CN Dezhou 德州|CN Liaocheng 聊城|CN Binzhou 滨州|CN Heze 菏泽|CN Jiaozuo 焦作|CN Hebi 鹤壁|CN Luohe 漯河
CN Sanmenxia 三门峡|CN Nanyang 南阳|CN Shangqiu 商丘|CN Zhoukou 周口|CN Yichang 宜昌|CN Xiangyang 襄阳|CN Ezhou 鄂州|CN Jingmen 荆门
CN Xiaogan 孝感|CN Jingzhou 荆州|CN Huanggang 黄冈|CN Xianning 咸宁|CN Shaoyang 邵阳|CN Changde 常德|CN Zhangjiajie 张家界
CN Yiyang 益阳|CN Chenzhou 郴州|CN Yongzhou 永州|CN Huaihua 怀化|CN Loudi 娄底|CN Shaoguan 韶关|CN Zhuhai 珠海|CN Jiangmen 江门
CN Maoming 茂名|CN Zhaoqing 肇庆|CN Huizhou 惠州|CN Meizhou 梅州|CN Shanwei 汕尾|CN Heyuan 河源|CN Yangjiang 阳江|CN Qingyuan 清远
CN Chaozhou 潮州|CN Humen 虎门|CN Liuzhou 柳州|CN Wuzhou 梧州|CN Beihai 北海|CN Fangchenggang 防城港|CN Qinzhou 钦州|CN Guigang 贵港
CN Yulin 玉林|CN Baise 百色|CN Hechi 河池|CN Laibin 来宾|CN Chongzuo 崇左|CN Haikou 海口|CN Sanya 三亚|CN Panzhihua 攀枝花
CN Luzhou 泸州|CN Deyang 德阳|CN Mianyang 绵阳|CN Guangyuan 广元|CN Suining 遂宁|CN Neijiang 内江|CN Leshan 乐山|CN Meishan 眉山
CN Yibin 宜宾|CN Guang’an 广安|CN Dazhou 达州|CN Ya’an 雅安|CN Bazhong 巴中|CN Liupanshui 六盘水|CN Zunyi 遵义|CN Anshun 安顺
CN Qujing 曲靖|CN Yuxi 玉溪|CN Baoshan 保山|CN Zhaotong 昭通|CN Pu’er 普洱|CN Dali 大理|CN Lhasa 拉萨|CN Xigazê 日喀则
CN Tongchuan 铜川|CN Baoji 宝鸡|CN Weinan 渭南|CN Yan’an 延安|CN Hanzhong 汉中|CN Ankang 安康|CN Jiayuguan 嘉峪关|CN Jinchang 金昌
CN Wuwei 武威|CN Zhangye 张掖|CN Pingliang 平凉|CN Jiuquan 酒泉|CN Dunhuang 敦煌|CN Golmud 格尔木|CN Yinchuan 银川|CN Shizuishan 石嘴山
CN Wuzhong 吴忠|CN Karamay 克拉玛依|CN Turpan 吐鲁番|CN Hami 哈密|CN Kashgar 喀什|CN Hotan 和田|CN Aksu 阿克苏|CN Korla 库尔勒
CN Shihezi 石河子|CN Yining 伊宁|CN Chengde 承德|CN Cangzhou 沧州|CN Hengshui 衡水|CN Xingtai 邢台|CN Yangquan 阳泉|CN Jincheng 晋城
CN Shuozhou 朔州|CN Jinzhong 晋中|CN Yuncheng 运城|CN Xinzhou 忻州|CN Linfen 临汾|CN Wuhai 乌海|CN Chifeng 赤峰|CN Tongliao 通辽
CN Hulunbuir 呼伦贝尔|CN Hailar 海拉尔|CN Dandong 丹东|CN Jinzhou 锦州|CN Yingkou 营口|CN Panjin 盘锦|CN Tieling 铁岭|CN Chaoyang 朝阳
CN Huludao 葫芦岛|CN Siping 四平|CN Liaoyuan 辽源|CN Tonghua 通化|CN Baishan 白山|CN Songyuan 松原|CN Baicheng 白城|CN Yanji 延吉
CN Daqing 大庆|CN Jixi 鸡西|CN Shuangyashan 双鸭山|CN Yichun 伊春|CN Jiamusi 佳木斯|CN Qitaihe 七台河|CN Heihe 黑河|CN Suihua 绥化
HK Hong Kong 香港|HK Kowloon 九龙|HK Tsuen Wan 荃湾|HK Sha Tin 沙田|HK Tuen Mun 屯门|MO Macau 澳门|TW Taipei 台北|TW Kaohsiung 高雄
TW Taichung 台中|TW Tainan 台南|TW Hsinchu 新竹|TW Keelung 基隆|TW Banqiao 板桥
JP Tokyo 东京|JP Osaka 大阪|JP Nagoya 名古屋|JP Fukuoka 福冈|JP Sapporo 札幌|KR Seoul 首尔|KR Busan 釜山|KP Pyongyang 平壤
MN Ulan Bator 乌兰巴托|VN Hanoi 河内|VN Ho Chi Minh City 胡志明市|VN Da Nang 岘港|VN Haiphong 海防|LA Vientiane 万象|KH Phnom Penh 金边
TH Bangkok 曼谷|TH Chiang Mai 清迈|MM Yangon 仰光|MM Naypyidaw 内比都|MM Mandalay 曼德勒|MY Kuala Lumpur 吉隆坡|SG Singapore 新加坡
ID Jakarta 雅加达|ID Surabaya 泗水|PH Manila 马尼拉|IN Delhi 德里|IN New Delhi 新德里|IN Mumbai 孟买|IN Kolkata 加尔各答|IN Chennai 金奈
IN Bengaluru 班加罗尔|IN Hyderābād 海得拉巴|BD Dhaka 达卡|NP Kathmandu 加德满都|PK Karachi 卡拉奇|PK Lahore 拉合尔|PK Islamabad 伊斯兰堡
AE Dubai 迪拜|AE Abu Dhabi 阿布扎比|SA Riyadh 利雅得|IR Tehran 德黑兰|IQ Baghdad 巴格达|TR Istanbul 伊斯坦布尔|TR Ankara 安卡拉
RU Moscow 莫斯科|RU Saint Petersburg 圣彼得堡|RU Novosibirsk 新西伯利亚|RU Vladivostok 符拉迪沃斯托克|KZ Almaty 阿拉木图
UA Kyiv 基辅|PL Warsaw 华沙|DE Berlin 柏林|DE Hamburg 汉堡|DE Munich 慕尼黑|DE Frankfurt am Main 法兰克福|FR Paris 巴黎|FR Lyon 里昂
FR Marseille 马赛|GB London 伦敦|GB Manchester 曼彻斯特|ES Madrid 马德里|ES Barcelona 巴塞罗那|PT Lisbon 里斯本|PT Porto 波尔图
IT Rome 罗马|IT Milan 米兰|AT Vienna 维也纳|NL Amsterdam 阿姆斯特丹|BE Brussels 布鲁塞尔|CH Zürich 苏黎世|SE Stockholm 斯德哥尔摩
EG Cairo 开罗|KE Nairobi 内罗毕|NG Lagos 拉各斯|ZA Johannesburg 约翰内斯堡|ZA Cape Town 开普敦|US New York City 纽约
US Los Angeles 洛杉矶|US Chicago 芝加哥|US San Francisco 旧金山|US Washington, D.C. 华盛顿|CA Toronto 多伦多|CA Vancouver 温哥华
MX Mexico City 墨西哥城|BR São Paulo 圣保罗|BR Rio de Janeiro 里约热内卢|AR Buenos Aires 布宜诺斯艾利斯|AU Sydney 悉尼|AU Melbourne 墨尔本
`
    .trim()
    .split(/[|\n]/)
    .map((entry): [string, string] => {
      const at = entry.lastIndexOf(' ')
      return [entry.slice(0, at), entry.slice(at + 1)]
    }),
)
