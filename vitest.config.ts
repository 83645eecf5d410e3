import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/globalSetup.ts"],
    // Ends what hangs, on a machine that is busy with other things too.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 2
  }
})
