import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** These start processes of their own, and take longest: none of them is left alone at the end. */
const startsProcesses = ({ moduleId }: TestSpecification) =>
  /\/test\/(crash|cli|web|library|layers|http)\//.test(moduleId)

class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>) {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(startsProcesses(b)) - Number(startsProcesses(a)))
  }
}

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/globalSetup.ts"],
    // As in the service.
    setupFiles: ["effect/schema/SchemaJITCompiler/enable"],
    sequence: { sequencer: LongestFirst },
    // Ends what hangs, on a machine that is busy with other things too.
    testTimeout: 300_000,
    hookTimeout: 180_000,
    // While some wait for processes, others work.
    maxWorkers: Math.min(availableParallelism() + 2, 4),
    // No test leaves anything in its process: files of tests share one, and load the program once.
    isolate: false,
    // Node loads them as it does the program: nothing is transformed before.
    experimental: { viteModuleRunner: false }
  }
})
