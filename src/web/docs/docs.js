// The search of the documentation, and buttons that copy listings. The pages read without it.
const form = document.querySelector(".search")
const input = form.querySelector("input")
const list = form.querySelector(".found")
const most = 12

let loading
const entries = () => {
  loading ??= fetch("/docs/search.json").then((answer) => answer.json())
  return loading
}

/** How well an entry fits: a word at the beginning of its title counts most, one in its text least; 0 where a word is missing. */
const scored = ({ title, page, text }, words) => {
  const [name, rest] = [title.toLowerCase(), `${page} ${text}`.toLowerCase()]
  let score = page === "" ? 1 : 0
  for (const word of words) {
    if (name.startsWith(word)) score += 8
    else if (name.includes(word)) score += 5
    else if (rest.includes(word)) score += 1
    else return 0
  }
  return score
}

/** The text around the first word that was found in it, cut between words. */
const excerpt = (text, words) => {
  const at = Math.max(0, ...words.map((word) => text.toLowerCase().indexOf(word)))
  const from = at < 50 ? 0 : text.indexOf(" ", at - 50) + 1
  const last = from + 110
  const end = text.length <= last ? text.length : Math.max(from + 60, text.lastIndexOf(" ", last))
  return `${from > 0 ? "… " : ""}${text.slice(from, end)}${end < text.length ? " …" : ""}`
}

const shown = ({ title, page, text, href }, words) => {
  const [item, link, name, detail] = ["li", "a", "b", "small"].map((tag) => document.createElement(tag))
  link.href = href
  name.textContent = title
  detail.textContent = [page, excerpt(text, words)].filter((part) => part !== "").join(" · ")
  link.append(name, detail)
  item.append(link)
  return item
}

const look = async () => {
  const words = input.value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
  const all = words.length === 0 ? [] : await entries()
  const best = all
    .map((entry) => ({ entry, score: scored(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
  const none = document.createElement("li")
  none.className = "none"
  none.textContent = "Nothing found"
  list.replaceChildren(...(best.length === 0 ? [none] : best.map(({ entry }) => shown(entry, words))))
  list.hidden = words.length === 0
}

form.hidden = false
input.addEventListener("input", look)
input.addEventListener("focus", entries)
form.addEventListener("submit", (event) => {
  event.preventDefault()
  list.querySelector("a")?.click()
})
form.addEventListener("keydown", (event) => {
  const links = [input, ...list.querySelectorAll("a")]
  const at = links.indexOf(document.activeElement)
  const next = event.key === "ArrowDown" ? at + 1 : event.key === "ArrowUp" ? at - 1 : -1
  if (links[next] !== undefined) {
    event.preventDefault()
    links[next].focus()
  }
  if (event.key === "Escape") {
    list.hidden = true
    input.focus()
  }
})
form.addEventListener("focusout", ({ relatedTarget }) => {
  if (!form.contains(relatedTarget)) list.hidden = true
})
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !/^(?:INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "")) {
    event.preventDefault()
    input.focus()
  }
})

// By plain http from another machine browsers give pages no clipboard.
for (const listing of navigator.clipboard === undefined ? [] : document.querySelectorAll("pre")) {
  const [around, button] = [document.createElement("div"), document.createElement("button")]
  around.className = "listing"
  button.className = "copy"
  button.type = "button"
  button.textContent = "Copy"
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(listing.textContent)
    button.textContent = "Copied"
  })
  listing.replaceWith(around)
  around.append(listing, button)
}
