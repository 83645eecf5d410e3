/** How invented words of a language are put together, and its smallest real words, which hold sentences together. */
export interface Language {
  readonly code: string
  readonly script: "latin" | "cyrillic" | "greek" | "arabic" | "hebrew" | "han" | "kana" | "hangul" | "devanagari"
  readonly onsets: ReadonlyArray<string>
  readonly vowels: ReadonlyArray<string>
  readonly codas: ReadonlyArray<string>
  readonly endings: ReadonlyArray<string>
  readonly small: ReadonlyArray<string>
  readonly hasCapitalNouns?: boolean
}

const list = (text: string) => text.split(" ").map((part) => (part === "_" ? "" : part))

const language = (
  code: string,
  script: Language["script"],
  onsets: string,
  vowels: string,
  codas: string,
  endings: string,
  small: string
): Language => ({
  code,
  script,
  onsets: list(onsets),
  vowels: list(vowels),
  codas: list(codas),
  endings: list(endings),
  small: list(small)
})

export const languages: ReadonlyArray<Language> = [
  language(
    "en",
    "latin",
    "b br c ch cl d dr f fl g gl gr h j l m n p pl pr qu r s sc sh sl sp st str t th tr v w wh",
    "a a e e i i o o u ai ea ee oo ou",
    "_ _ b ck d ff ft g l ld ll lm m n n nd ng nt p r rd rn s sh st t x",
    "ing ed er ment tion al able ity ness ance ory _ _ _ _ s s ive ic ary",
    "the the the of of and to in a is for that with on as by be are from at it this or which was an not may if each its all when has been will than can only after before under between into other such"
  ),
  {
    ...language(
      "de",
      "latin",
      "b bl br d dr f fl g gl gr h k kl kn kr l m n p pf r s sch schl schw sp st str t tr v w z zw",
      "a a e e i o u ä ö ü au ei eu ie",
      "_ b ch ck d f g l ll lt m n n nd ng nk r rt s ss st t tz",
      "ung heit keit er en en e e lich isch bar _ _ schaft tum ig",
      "der die das und in zu den von mit ist des für auf im nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über so zum kann nur oder vor bis durch"
    ),
    hasCapitalNouns: true
  },
  language(
    "fr",
    "latin",
    "b bl br c ch cl d dr f fr g gr j l m n p pl pr qu r s t tr v",
    "a e i o u é è ai au eau oi ou eu an en on in",
    "_ _ _ l r s t c n",
    "tion ment age eur euse ité able ique _ e é és ence oire",
    "le la les de des du et en un une à est que pour dans qui sur par au aux plus ce cette se ne pas ou avec son ses sont être leur entre sans sous si mais"
  ),
  language(
    "es",
    "latin",
    "b br c cl d f fl g gr h j l ll m n p pl pr qu r s t tr v z",
    "a a e e i o o u ia ie ue á é ó",
    "_ _ _ l n n r s z",
    "ción miento dad ar er ado ida oso al _ a o os as ente anza",
    "el la los las de del y en un una a es que por para con no se su al lo como más o sus le ha entre cuando sin sobre también hasta desde este esta"
  ),
  language(
    "pl",
    "latin",
    "b br c ch cz d dr dz f g gr h k kr l ł m n p pr prz r rz s sk st sz t tr w z ż",
    "a e i o u y ó ą ę ia ie",
    "_ _ c ch k ł m n ń r s ś t w z",
    "anie enie ość ny na ne owy owa ski cja nik _ y ów ach em",
    "i w na z do się nie jest to że o od przez po dla jak za oraz lub są być tego który jego przy tym może także między pod"
  ),
  language(
    "ru",
    "cyrillic",
    "б бр в вл г гр д др ж з к кл кр л м н п пл пр р с ск ст т тр ф х ц ч ш",
    "а а е и о о у ы я ю ё",
    "_ _ в д к л м н р с т х",
    "ение ость ный ная ный ать ство ник ция _ а ы ов ам ить ский",
    "и в не на с что по к из у за от для о это как или его при до так же был были быть между после перед также может если под над"
  ),
  language(
    "el",
    "greek",
    "β γ δ θ κ λ μ ν π ρ σ τ φ χ πρ στ τρ κρ γρ βλ",
    "α ε η ι ο υ ω αι ει ου ά έ ή ί ό",
    "_ _ _ ν ρ σ λ",
    "ση μα της ος η ο ια ικός ική ότητα ες ων ους",
    "και το η της του να με σε για από που τα στο είναι των οι την ένα μια δεν θα ως στην κατά μετά μεταξύ πριν"
  ),
  language(
    "ar",
    "arabic",
    "ب ت ث ج ح خ د ذ ر ز س ش ص ض ط ع غ ف ق ك ل م ن ه",
    "ا و ي _ _ _",
    "ب ت ج ح د ر س ع ف ق ل م ن",
    "ة ات ين ون ية _ _ _ _",
    "في من على إلى عن أن هذا هذه التي الذي مع كان بعد قبل بين كما أو و لا ما كل عند تم قد"
  ),
  language(
    "he",
    "hebrew",
    "ב ג ד ה ז ח ט י כ ל מ נ ס ע פ צ ק ר ש ת",
    "_ _ ו י א",
    "ב ג ד ח ט ל מר נ ס ק ר ש ת",
    "ה ות ים ית _ _ _",
    "של את על עם הוא היא לא כל זה גם או כי אם בין לפני אחרי יותר אל מן ב"
  ),
  language(
    "zh",
    "han",
    "安 保 本 标 部 产 成 程 出 传 达 代 导 地 点 定 动 度 发 方 分 服 公 关 管 规 国 海 合 和 环 机 基 计 技 检 建 件 交 接 结 经 开 科 控 立 量 流 路 明 能 年 品 平 期 企 气 全 确 人 日 设 生 施 时 实 市 式 事 数 水 体 条 通 统 外 网 文 务 物 系 现 相 项 新 信 行 形 学 业 应 用 有 原 员 运 展 政 制 质 中 重 主 资 子 组 作",
    "_",
    "_",
    "_",
    "的 的 的 了 在 是 和 与 为 对 将 或 并 由 从 及 于 以 可 应 不"
  ),
  language(
    "ja",
    "kana",
    "案 運 影 英 営 応 価 化 会 解 開 概 確 完 管 関 期 機 基 技 義 業 計 経 結 件 検 見 建 工 行 構 項 作 策 産 資 事 時 式 実 社 受 収 処 書 商 条 情 状 新 信 数 生 製 設 接 全 造 測 体 対 地 置 調 通 定 適 点 度 動 導 内 入 年 能 売 発 販 費 表 品 部 分 平 変 法 報 方 本 末 務 明 面 目 用 要 利 理 量 料 力 録 論",
    "_",
    "_",
    "_",
    "の の を に は が で と も から まで する した される ための また として について により ます です"
  ),
  language("ko", "hangul", "_", "_", "_", "_", "및 또는 그 이 각 등 더 약 모든 매우 다시 함께"),
  language(
    "hi",
    "devanagari",
    "क ख ग घ च ज ट ड त थ द ध न प फ ब भ म य र ल व श स ह",
    "ा ि ी ु े ो _ _ ं",
    "क त न म र ल स _ _",
    "ना ता कार पन ित ीय _ _",
    "का की के में से को और है यह पर एक नहीं हैं या तथा जो कि भी इस लिए तक द्वारा"
  )
]
