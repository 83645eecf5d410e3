/** Of something that is tried at random, or in all its ways: so often in `.ci/run`, and a few times in every other run of the tests. */
export const long = (often: number, few: number): number => (process.env["LONG_TESTS"] === "1" ? often : few)
