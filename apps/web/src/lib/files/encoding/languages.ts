/** What texts of a language consist of, besides ASCII. */
export interface Language {
  /** Its letters outside ASCII in lower case, the most frequent first. */
  letters: string;
  /** Its most frequent words. */
  words: readonly string[];
  /** Nearly all letters are outside ASCII. */
  hasOwnScript?: boolean;
}

const wordsIn = (words: string) => (words === '' ? [] : words.split(' '));
const latin = (letters: string, words: string): Language => ({ letters, words: wordsIn(words) });
const script = (letters: string, words: string): Language => ({
  letters,
  words: wordsIn(words),
  hasOwnScript: true,
});

const english = latin(
  'éïèçñöüêàâôëáíóœ£',
  'the of and to in is it that was for on are with as be this have you',
);

export const western = [
  english,
  latin(
    'äüöß',
    'der die das und ist nicht mit für auf ein eine von zu den im sich auch wir ich an alle aus über am sind haben wurde bei',
  ),
  latin(
    'éàèêçôîùâûïëœ',
    'le la les de des et est un une pour dans que qui à ce pas sur avec nous vous du au il elle je sont en plus été',
  ),
  latin(
    'óíáéñú¿¡üºª',
    'el la los las de que en y un una por con no es para se del como más al está este día será otro muy sin sobre ha qué',
  ),
  latin(
    'ãçáéíóêõúâàôªº',
    'o a os as de que e do da em um uma não para com se no na por mais são está à ao há vocês',
  ),
  latin(
    'èàùòìé',
    'il la di che e non un una per con sono del della è le i in più anche questo perché al si da',
  ),
  latin('ëéïöèüá', 'de het een van en is dat niet op te zijn voor met die ik'),
  latin('äåöé', 'och att det som en på är av för med till den ett i vi inte om har han från jag men så även'),
  latin('øåæéòô', 'og at det er en på til af av for med ikke den som i har jeg vi et'),
  latin('äöå', 'ja on ei että se hän oli mutta kun en ovat myös minä'),
  latin('íáðéöþóúýæ', 'og að í er á það sem til við um en ég var ekki með þetta hann hún'),
  latin('àéèíòóçúïü·', 'el la els les de que i en un una per amb no és del al més'),
];

export const centralEuropean = [
  latin('łąężśćóńź', 'i w na z się nie do to jest że o od po za jak ale czy już oraz był było dla przez są'),
  latin('íáéěýčřžšůúťóďň', 'a v na se je že z s do to i o k po pro jak ale byl jsme si za už od jsou nebo'),
  latin('áíčéšžýúľťôďňäóŕĺ', 'a v na sa je že z s do to i o k po pre ako ale bol sme si za už od sú alebo'),
  latin('áéöóőüíúű', 'a az és hogy nem is egy volt meg ez de csak már el van mint jó még ki be nagyon'),
  latin('ăşţîâșț', 'și şi de la în a nu cu pe care o un mai este din să ce au am iar'),
  latin('čšžćđ', 'i je u na da se za su s od ne to kako smo a iz dobro su koji in ki ni pa'),
  latin('ëç', 'të e në dhe i një me për nga që u si'),
  latin('äüöß', 'der die das und ist nicht mit für auf ein eine von zu den im sich auch'),
];

export const turkish = [
  latin('ışüğçöi̇âî', 'bir ve bu da de için ile çok ne var daha gibi o ben olan en değil nasılsın'),
];

export const baltic = [
  latin('ėšžųąįčęū', 'ir į kad iš su yra tai bet už buvo ar per po labai jis aš kaip'),
  latin('āīēšūņļžķčģ', 'un ir ar no uz par ka tas bija bet es mēs ļoti kas kā kad'),
  latin('äõüöšž', 'ja on ei et see oli ka kui ta ma mis või aga väga kuidas'),
  latin('łąężśćóńź', 'i w na z się nie do to jest że o od po za jak'),
];

export const vietnamese = [
  latin(
    'đ\u0300\u0301\u0323ưôâơêàáă\u0309\u0303íóúéèùâ',
    'và là có không cho của một những các được tôi với trong người đi rất',
  ),
];

const russian = script(
  'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё',
  'и в не на я что он с как а то это по но из у за так мир вы мы',
);
const belarusian = script('аіноеўысрклдяпумтзьцбгчйхшюэжёф', 'і у ў не на я што ён з як а гэта па');
export const cyrillic = [
  russian,
  script('оанитіевсрлкумдпязьбгйїчхцжшюєщфґ', 'і в у не на я що він з як а то це по та до за ми її є'),
  script('аоиетнрсвлкдпмзугъбчщяцжхйфшюь', 'и в не на да се е от за по с като но са му на'),
  script('аоиенрстјукдвлмпгзбчшцњжљћхђфџ', 'и у је да се на за су од са не као а'),
  belarusian,
];
export const koi8r = [russian];

export const greek = [
  script(
    'αοιετσνηυρπκμλςίόάθέγδχήύώωφβξζψϊϋΐΰ',
    'και το η ο να του της με την που για στο από είναι τα τον θα δεν μας',
  ),
];
export const hebrew = [script('יוהלאתרבמשןםנחדעקפכגטזסצץךף', 'של את על לא הוא זה כי עם אני היה גם מה יש')];
export const arabic = [
  script(
    'اليمونرتبهدعفسكةأحقجىشطصخزضذثءغئإآؤظ،؟\u064bپچژگک',
    'في من على إلى أن ما لا هذا هو كان عن مع التي ثم و',
  ),
];
export const thai = [
  script(
    'านรกเอง\u0e48ย\u0e49มลวดสต\u0e31ทปบ\u0e35ะขคหจ\u0e4cไพ\u0e34ชำ\u0e37\u0e36ผ\u0e38แถใศษซ\u0e39ธณโญฟภ\u0e47ฉฐฮฝๆ',
    '',
  ),
];

/** The most frequent characters of the languages written in more than letters. */
export const commonCharacters = {
  chinese:
    '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运写城课昨晚友朋非常走茶杯剧戏房钱车店早午饭买卖姓号地址电话苏州京广海江河李刘陈杨赵黄周吴徐孙胡朱林何郭高罗请谢议记录编号产品称价格单量期备注额项表总计部职务票元售销库存',
  traditional:
    '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運寫城課昨晚友朋茶杯劇戲房錢車店早午飯買賣姓號址台灣香港請謝議記錄編號產稱價單量期備註額項總職務票售銷庫存',
  japanese:
    'のにはをとがたしていでるなれさっからもこすまりくだあおつきそんうけよじどみえ、。・「」ーいめやろわばほずせちねふへぶげびむごばべョュャンスルトリアイクラシタカドフレコマサロジテキプメオニバセパグミナチツデムウエソハノブボモダビヤワネゴケヒホポ日一国人年大十二本中長出三時行見月分後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨的会社事者地自方新場員立開手力問代明動京目通言理体田主題意不作用度強公持野以思家世多正安院心界教文元重近考画海売知道集別物使品計死特私始朝運終台広住無真有口少町料工建空急止送切転研足究楽起着店病質待試族銀早映親験英医仕去味写字答夜音注帰古歌買悪図週室歩風紙黒花春赤青館屋色走秋夏習駅洋旅服夕借曜飲肉貸堂鳥飯勉冬昼茶弟牛魚兄犬妹姉漢昨友達緒劇場氏所番号様県市区府都御殿部課株式請求書合計金額太郎鈴木佐藤美和',
  korean:
    '이다는에의가을하고은지를한기사로도리인어나서대그자시있라정들아일해부수과전으것주여만보게제상장스원성적면조관음구오동니공용때비소문안국없요년개우신마유실방연생중거할경위영모저무간분심체통행물금명된되합습세계내회학단트업선발진와표당반화말호각려르임추술날씨녕요까져께친함극갔걸집돌차셨녁제좋',
} as const;
