/** Words of every office, by language; `|` parts the ways of saying one. */
export const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  invoice: {
    en: "Invoice|Tax Invoice|INVOICE",
    de: "Rechnung",
    fr: "Facture",
    es: "Factura",
    pl: "Faktura",
    ru: "Счёт",
    ja: "請求書",
    zh: "发票"
  },
  number: {
    en: "No.|Number|Invoice No.|Reference",
    de: "Nr.|Rechnungsnummer",
    fr: "N°|Numéro",
    es: "N.º|Número",
    pl: "Numer",
    ru: "Номер",
    ja: "番号",
    zh: "编号"
  },
  date: { en: "Date|Issue date", de: "Datum", fr: "Date", es: "Fecha", pl: "Data", ru: "Дата", ja: "日付", zh: "日期" },
  due: {
    en: "Due date|Payment due",
    de: "Fällig am",
    fr: "Échéance",
    es: "Vencimiento",
    pl: "Termin płatności",
    ru: "Срок оплаты",
    ja: "支払期限",
    zh: "到期日"
  },
  customer: {
    en: "Customer|Bill to|Client",
    de: "Kunde",
    fr: "Client",
    es: "Cliente",
    pl: "Nabywca",
    ru: "Заказчик",
    ja: "顧客",
    zh: "客户"
  },
  item: {
    en: "Item|Description|Product",
    de: "Bezeichnung|Artikel",
    fr: "Désignation|Article",
    es: "Descripción|Artículo",
    pl: "Nazwa",
    ru: "Наименование",
    ja: "品名",
    zh: "品名"
  },
  quantity: {
    en: "Qty|Quantity",
    de: "Menge",
    fr: "Quantité|Qté",
    es: "Cantidad",
    pl: "Ilość",
    ru: "Кол-во",
    ja: "数量",
    zh: "数量"
  },
  unit: { en: "Unit", de: "Einheit", fr: "Unité", es: "Unidad", pl: "Jedn.", ru: "Ед.", ja: "単位", zh: "单位" },
  price: {
    en: "Price|Unit price",
    de: "Preis|Einzelpreis",
    fr: "Prix|Prix unitaire",
    es: "Precio",
    pl: "Cena",
    ru: "Цена",
    ja: "単価",
    zh: "单价"
  },
  amount: {
    en: "Amount|Total",
    de: "Betrag",
    fr: "Montant",
    es: "Importe",
    pl: "Kwota",
    ru: "Сумма",
    ja: "金額",
    zh: "金额"
  },
  subtotal: {
    en: "Subtotal|Net total",
    de: "Zwischensumme|Netto",
    fr: "Sous-total|Total HT",
    es: "Subtotal",
    pl: "Razem netto",
    ru: "Итого без НДС",
    ja: "小計",
    zh: "小计"
  },
  tax: {
    en: "VAT|Sales tax|Tax",
    de: "MwSt.|USt.",
    fr: "TVA",
    es: "IVA",
    pl: "VAT",
    ru: "НДС",
    ja: "消費税",
    zh: "税额"
  },
  total: {
    en: "Total|Total due|Amount due",
    de: "Gesamtbetrag|Summe",
    fr: "Total TTC|Total",
    es: "Total",
    pl: "Razem",
    ru: "Итого",
    ja: "合計",
    zh: "合计"
  },
  bank: {
    en: "Bank|Account",
    de: "Bankverbindung",
    fr: "Banque",
    es: "Banco",
    pl: "Bank",
    ru: "Банк",
    ja: "銀行",
    zh: "银行"
  },
  source: {
    en: "Source",
    de: "Quelle",
    fr: "Source",
    es: "Fuente",
    pl: "Źródło",
    ru: "Источник",
    ja: "出典",
    zh: "来源"
  },
  page: { en: "Page", de: "Seite", fr: "Page", es: "Página", pl: "Strona", ru: "Стр.", ja: "頁", zh: "页" },
  name: {
    en: "Name|Full name",
    de: "Name",
    fr: "Nom",
    es: "Nombre",
    pl: "Imię i nazwisko",
    ru: "Имя",
    ja: "氏名",
    zh: "姓名"
  },
  address: {
    en: "Address",
    de: "Anschrift",
    fr: "Adresse",
    es: "Dirección",
    pl: "Adres",
    ru: "Адрес",
    ja: "住所",
    zh: "地址"
  },
  phone: {
    en: "Phone|Telephone",
    de: "Telefon",
    fr: "Téléphone",
    es: "Teléfono",
    pl: "Telefon",
    ru: "Телефон",
    ja: "電話",
    zh: "电话"
  },
  email: {
    en: "E-mail|Email",
    de: "E-Mail",
    fr: "Courriel",
    es: "Correo",
    pl: "E-mail",
    ru: "Эл. почта",
    ja: "メール",
    zh: "邮箱"
  },
  birth: {
    en: "Date of birth",
    de: "Geburtsdatum",
    fr: "Date de naissance",
    es: "Fecha de nacimiento",
    pl: "Data urodzenia",
    ru: "Дата рождения",
    ja: "生年月日",
    zh: "出生日期"
  },
  signature: {
    en: "Signature|Signed",
    de: "Unterschrift",
    fr: "Signature",
    es: "Firma",
    pl: "Podpis",
    ru: "Подпись",
    ja: "署名",
    zh: "签名"
  },
  yes: { en: "Yes", de: "Ja", fr: "Oui", es: "Sí", pl: "Tak", ru: "Да", ja: "はい", zh: "是" },
  no: { en: "No", de: "Nein", fr: "Non", es: "No", pl: "Nie", ru: "Нет", ja: "いいえ", zh: "否" },
  introduction: {
    en: "Introduction|Overview|Background",
    de: "Einleitung|Überblick",
    fr: "Introduction",
    es: "Introducción",
    pl: "Wstęp",
    ru: "Введение",
    ja: "はじめに",
    zh: "概述"
  },
  summary: {
    en: "Summary|Executive summary|Key points",
    de: "Zusammenfassung",
    fr: "Résumé|Synthèse",
    es: "Resumen",
    pl: "Podsumowanie",
    ru: "Краткое содержание",
    ja: "要約",
    zh: "摘要"
  },
  abstract: {
    en: "Abstract",
    de: "Zusammenfassung",
    fr: "Résumé",
    es: "Resumen",
    pl: "Streszczenie",
    ru: "Аннотация",
    ja: "要旨",
    zh: "摘要"
  },
  conclusion: {
    en: "Conclusion|Conclusions|Outlook",
    de: "Fazit|Ausblick",
    fr: "Conclusion",
    es: "Conclusiones",
    pl: "Wnioski",
    ru: "Заключение",
    ja: "まとめ",
    zh: "结论"
  },
  references: {
    en: "References",
    de: "Literatur",
    fr: "Références",
    es: "Referencias",
    pl: "Literatura",
    ru: "Литература",
    ja: "参考文献",
    zh: "参考文献"
  },
  contents: {
    en: "Contents|Table of contents",
    de: "Inhalt|Inhaltsverzeichnis",
    fr: "Sommaire|Table des matières",
    es: "Índice",
    pl: "Spis treści",
    ru: "Содержание",
    ja: "目次",
    zh: "目录"
  },
  table: { en: "Table", de: "Tabelle", fr: "Tableau", es: "Tabla", pl: "Tabela", ru: "Таблица", ja: "表", zh: "表" },
  figure: {
    en: "Figure|Fig.",
    de: "Abbildung|Abb.",
    fr: "Figure",
    es: "Figura",
    pl: "Rysunek",
    ru: "Рисунок",
    ja: "図",
    zh: "图"
  },
  listing: {
    en: "Listing",
    de: "Listing",
    fr: "Listing",
    es: "Listado",
    pl: "Listing",
    ru: "Листинг",
    ja: "リスト",
    zh: "代码"
  },
  note: {
    en: "Note|Tip|Important|Warning",
    de: "Hinweis|Achtung",
    fr: "Remarque|Attention",
    es: "Nota|Aviso",
    pl: "Uwaga",
    ru: "Примечание",
    ja: "注意",
    zh: "注意"
  },
  chapter: {
    en: "Chapter",
    de: "Kapitel",
    fr: "Chapitre",
    es: "Capítulo",
    pl: "Rozdział",
    ru: "Глава",
    ja: "章",
    zh: "章"
  },
  balance: { en: "Balance", de: "Saldo", fr: "Solde", es: "Saldo", pl: "Saldo", ru: "Остаток", ja: "残高", zh: "余额" },
  experience: {
    en: "Experience|Work experience|Employment",
    de: "Berufserfahrung",
    fr: "Expérience",
    es: "Experiencia",
    pl: "Doświadczenie",
    ru: "Опыт работы",
    ja: "職歴",
    zh: "工作经历"
  },
  education: {
    en: "Education",
    de: "Ausbildung",
    fr: "Formation",
    es: "Formación",
    pl: "Wykształcenie",
    ru: "Образование",
    ja: "学歴",
    zh: "教育"
  },
  skills: {
    en: "Skills",
    de: "Kenntnisse",
    fr: "Compétences",
    es: "Competencias",
    pl: "Umiejętności",
    ru: "Навыки",
    ja: "技能",
    zh: "技能"
  },
  question: {
    en: "Question|Problem|Task",
    de: "Aufgabe|Frage",
    fr: "Exercice|Question",
    es: "Pregunta|Ejercicio",
    pl: "Zadanie",
    ru: "Задание",
    ja: "問",
    zh: "题"
  },
  points: { en: "points|marks", de: "Punkte", fr: "points", es: "puntos", pl: "pkt", ru: "баллов", ja: "点", zh: "分" },
  minutes: {
    en: "Minutes|Minutes of meeting",
    de: "Protokoll",
    fr: "Compte rendu",
    es: "Acta",
    pl: "Protokół",
    ru: "Протокол",
    ja: "議事録",
    zh: "会议纪要"
  },
  present: {
    en: "Present|Attendees",
    de: "Anwesend",
    fr: "Présents",
    es: "Asistentes",
    pl: "Obecni",
    ru: "Присутствовали",
    ja: "出席者",
    zh: "出席"
  },
  action: {
    en: "Action|Decision",
    de: "Beschluss",
    fr: "Action",
    es: "Acuerdo",
    pl: "Decyzja",
    ru: "Решение",
    ja: "決定",
    zh: "决定"
  },
  dear: {
    en: "Dear",
    de: "Guten Tag",
    fr: "Bonjour",
    es: "Estimado",
    pl: "Szanowny Panie",
    ru: "Уважаемый",
    ja: "拝啓",
    zh: "尊敬的"
  },
  regards: {
    en: "Yours sincerely|Kind regards",
    de: "Mit freundlichen Grüßen",
    fr: "Cordialement",
    es: "Atentamente",
    pl: "Z poważaniem",
    ru: "С уважением",
    ja: "敬具",
    zh: "此致"
  }
}
