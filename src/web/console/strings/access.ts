/** Texts of the account, and of who acts for it. */

export const access = {
  lead: "What else can act for the account: devices, connected apps, and browsers that are signed in.",
  devices: "Devices",
  devicesHint: "Extensions and browsers that are linked to the account. Their jobs are the account's.",
  noDevices: "No device is linked.",
  unnamed: "Device without a name",
  device: "Device",
  linked: "Linked",
  from: "From",
  lastSeen: "Last seen",
  unlink: "Unlink",
  unlinkOne: (name: string) => `Unlink ${name}`,
  unlinkTitle: (name: string) => `Unlink “${name}”?`,
  unlinkText:
    "It loses the account at once, and the API keys that it made are revoked. Live jobs that it made go back to it.",
  unlinked: "Unlinked",
  connections: "Connected apps",
  connectionsHint: "Agents that you let in by signing in, such as chat apps over MCP.",
  noConnections: "No app is connected.",
  connection: "App",
  scopes: "May",
  connected: "Connected",
  disconnect: "Disconnect",
  disconnectOne: (name: string) => `Disconnect ${name}`,
  disconnectTitle: (name: string) => `Disconnect “${name}”?`,
  disconnectText: "Its tokens end at once. It can ask to be connected again.",
  disconnected: "Disconnected",
  sessions: "Sessions",
  sessionsHint: "Browsers that are signed in. A session ends after 30 days, or 7 days without use.",
  session: "Browser",
  unknown: "Unknown browser",
  current: "this one",
  signedIn: "Signed in",
  lastUsed: "Last used",
  end: "End",
  endOne: (name: string) => `End the session of ${name}`,
  endTitle: "End this session?",
  endText: "That browser is signed out at once.",
  ended: "Ended"
}

export const account = {
  email: "E-mail",
  name: "Name",
  id: "Account",
  since: "Since",
  exportTitle: "Export",
  exportText:
    "Everything that is stored about the account as one JSON file: devices, keys without their secrets, jobs, webhooks, deliveries, usage, logs.",
  export: "Download the export",
  deleteTitle: "Delete the account",
  deleteText:
    "Ends the subscription, stops and deletes all jobs with their files, and removes keys, webhooks, sessions and settings. Linked devices are anonymous again. There is no way back.",
  delete: "Delete the account …",
  confirm: (email: string) => `Type ${email} to confirm`,
  deleteNow: "Delete everything",
  deleted: "The account is deleted",
  deletedText: "Nothing of it is left here."
}
