/** The console at `/console`: an account and all that belongs to it, over the public API. */
import { render } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { Access } from "./Access.tsx"
import { AccountView } from "./Account.tsx"
import { Jobs } from "./Jobs.tsx"
import { Keys } from "./Keys.tsx"
import { Audit, Requests } from "./Logs.tsx"
import { Overview } from "./Overview.tsx"
import { Plan } from "./Plan.tsx"
import { type Account, get, post, Refusal, signedOut } from "./parts/Api.ts"
import { Waiting } from "./parts/Lists.tsx"
import { Failure, Sayings, say } from "./parts/Parts.tsx"
import { Link, type Place, usePlace } from "./parts/Place.tsx"
import { Settings } from "./Settings.tsx"
import { cameBack, SignIn } from "./SignIn.tsx"
import { text } from "./strings.ts"
import { Webhooks } from "./Webhooks.tsx"

const views = [
  "overview",
  "jobs",
  "keys",
  "webhooks",
  "access",
  "settings",
  "plan",
  "requests",
  "audit",
  "account"
] as const

type ViewName = (typeof views)[number]

const hrefOf = (name: ViewName) => (name === "overview" ? "/console" : `/console/${name}`)

const viewOf = ({ path: [first = ""] }: Place): ViewName | null =>
  first === "" ? "overview" : first === "overview" ? null : (views.find((view) => view === first) ?? null)

const Navigation = ({ here }: { readonly here: ViewName | null }) => {
  const list = useRef<HTMLUListElement>(null)
  // On a telephone the row is wider than the screen: where one is comes into sight.
  useEffect(() => {
    const row = list.current
    const link = row?.querySelector<HTMLElement>(here === null ? "none" : "[aria-current]")
    if (row && link) row.scrollTo({ left: link.offsetLeft - row.clientWidth / 2 + link.clientWidth / 2 })
  }, [here])
  return (
    <nav class="side" aria-label={text.navigation}>
      <ul ref={list}>
        {views.map((view) => (
          <li key={view}>
            <Link href={hrefOf(view)} isHere={view === here}>
              {text.views[view]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface ViewProps {
  readonly name: ViewName | null
  readonly place: Place
  readonly account: Account
  readonly reload: () => void
}

const View = ({ name, place, account, reload }: ViewProps) => {
  switch (name) {
    case "overview":
      return <Overview account={account} />
    case "jobs":
      return <Jobs place={place} />
    case "keys":
      return <Keys />
    case "webhooks":
      return <Webhooks place={place} />
    case "access":
      return <Access account={account} reload={reload} />
    case "settings":
      return <Settings />
    case "plan":
      return <Plan account={account} />
    case "requests":
      return <Requests place={place} />
    case "audit":
      return <Audit />
    case "account":
      return <AccountView account={account} />
    case null:
      return (
        <>
          <h1 tabIndex={-1}>{text.notFound}</h1>
          <p>
            <Link href="/console">{text.toOverview}</Link>
          </p>
        </>
      )
  }
}

const Header = ({ account }: { readonly account: Account | null }) => (
  <header>
    <Link class="brand" href="/console">
      {text.product}
      <span class="quiet"> {text.console}</span>
    </Link>
    <nav aria-label={text.product}>
      <a href="/">{text.convert}</a>
      <a href="/docs">{text.documentation}</a>
      {account === null ? null : (
        <button
          type="button"
          class="plain"
          title={account.email}
          onClick={() => void post("/api/v2/auth/logout").finally(() => location.assign("/console"))}
        >
          {text.signOut}
        </button>
      )}
    </nav>
  </header>
)

type State =
  | { readonly at: "loading" }
  | { readonly at: "out" }
  | { readonly at: "failed"; readonly error: Error }
  | { readonly at: "in"; readonly account: Account }

const App = () => {
  const [state, setState] = useState<State>({ at: "loading" })
  const place = usePlace()
  const name = viewOf(place)
  const isFirst = useRef(true)

  const load = () =>
    get<Account>("/api/v2/me").then(
      (account) => setState({ at: "in", account }),
      (error: Error) =>
        setState(error instanceof Refusal && error.status === 401 ? { at: "out" } : { at: "failed", error })
    )

  useEffect(() => {
    void load().then(async () => {
      if (await cameBack()) {
        say(text.signIn.linked)
        await load()
      }
    })
    const over = () => setState({ at: "out" })
    signedOut.addEventListener("over", over)
    return () => signedOut.removeEventListener("over", over)
  }, [])

  // Screen readers and the title tell the view that has been opened.
  const where = place.path.join("/")
  useEffect(() => {
    document.title = `${text.views[name ?? ""] ?? text.console} – ${text.product}`
    if (state.at !== "in") return
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    scrollTo(0, 0)
    document.querySelector<HTMLElement>("main h1")?.focus()
  }, [where, state.at])

  return (
    <>
      <a class="skip" href="#content">
        {text.skip}
      </a>
      <Header account={state.at === "in" ? state.account : null} />
      {state.at === "in" ? (
        <div class="shell">
          <Navigation here={name} />
          <main id="content">
            <View key={name} name={name} place={place} account={state.account} reload={() => void load()} />
          </main>
        </div>
      ) : (
        <main id="content" class="alone">
          {state.at === "loading" ? <Waiting /> : state.at === "out" ? <SignIn /> : <Failure error={state.error} />}
        </main>
      )}
      <Sayings />
    </>
  )
}

const root = document.getElementById("app")
if (root !== null) render(<App />, root)
