/** Every error of the test kit itself. */
import { defineErrors } from '@kubewright/core'

export const testingErrors = defineErrors({
  KW_TESTING_UNSETTLED: {
    summary: 'The cluster did not come to rest.',
    cause:
      'Something writes again and again, waits for an answer that never comes, or needs more time than it was given.',
    remedy:
      'Look at what still moves, as the message lists it; give more time with `within` or `patience` if it needs it.',
  },
  KW_TESTING_PROCESSES: {
    summary: 'Images cannot run as processes under virtual time.',
    cause: 'The test maps images to commands, and moves time itself: processes do not know of it.',
    remedy: 'Start the cluster with `time: "real"`.',
  },
  KW_TESTING_EXPECTED: {
    summary: 'An object of the cluster is not as a test expects it.',
    cause: 'A controller did not do, or has undone, what the test expects; or the test expects something else.',
    remedy: 'Look at the differences and at what was reconciled lately, both of which the message lists.',
  },
  KW_TESTING_CLOCK: {
    summary: 'The cluster runs on real time, which nobody can move.',
    cause: 'It was started with `time: "real"`, and the test asks for virtual time.',
    remedy: 'Start the cluster without `time`, or wait for what you expect instead of moving time.',
  },
  KW_TESTING_PLAN: {
    summary: 'A plan of an exploration could not be read.',
    cause: 'The file was changed by hand, or is not one that an exploration wrote.',
    remedy: 'Explore again, and keep the plan file it writes.',
  },
  KW_TESTING_COORDINATION: {
    summary: 'An exploration takes no coordination: neither a lease nor a shard.',
    cause: 'It decides itself which instance acts, stands still, stands by, or has lost the right to act.',
    remedy:
      "Give the same controllers, and leave `coordination` and `assignOnCreate` out: explore({ controllers, scenario }). What a move between shards does to one object is what `handover` and `overlap` do; whether shards agree is not the controllers' to say.",
  },
  KW_TESTING_PROCESS: {
    summary: 'A process cannot be explored like that.',
    cause: 'A seed, strategies and coverage are for operators that run in the simulation.',
    remedy: 'Leave them out, or explore the controllers themselves with `explore`.',
  },
  KW_TESTING_EXPLORATION: {
    summary: 'There is nothing to explore.',
    cause: 'The exploration has no controllers, or no scenario.',
    remedy: 'Give it both: an operator, and what its user does.',
  },
  KW_TESTING_EXPLORED: {
    summary: 'An exploration found that the operator fails.',
    cause: 'The operator does not end where it should when something goes wrong at a certain moment.',
    remedy: 'Read the story in the message: what the operator saw, what it wrote, and where it was cut.',
  },
})
