/** The errors of the test kit. */
import { defineErrors } from '@kubewright/core/errors'

/** The errors of the test kit by code, and their factory. */
export const testingErrors = defineErrors({
  KW_TESTING_UNSETTLED: {
    summary: 'The cluster did not settle.',
    cause: 'A controller writes again and again, a call does not finish, or the work needs more time than allowed.',
    remedy:
      'Return `done()` or a longer `again(…)` from the reconcile that the message lists, or await the call. Raise `within` or `patience` if the work really needs more time.',
  },
  KW_TESTING_NOT_STARTED: {
    summary: 'The controllers do not start, because a cache cannot sync.',
    cause: 'The custom resource that a controller watches is not installed, or a fault fails its list and its watch.',
    remedy:
      'Pass the resource to `startCluster({ resources: [Website] })`. If a fault fails the watch, call `advance` while `run` is pending, so that virtual time reaches the next retry.',
  },
  KW_TESTING_OPTION: {
    summary: 'An option of a test cluster is not valid.',
    cause: 'A key is misspelt, or a value has the wrong type.',
    remedy: 'Use the documented options, such as `startCluster({ resources: [Website] })`.',
  },
  KW_TESTING_PROCESSES: {
    summary: 'Images cannot run as processes under virtual time.',
    cause: 'The test maps images to commands; real processes do not follow the virtual clock.',
    remedy: 'Start the cluster with `time: "real"`.',
  },
  KW_TESTING_WEBHOOK: {
    summary:
      'A webhook function failed. This error is the `cause` of the error of the API call that failed because of it.',
    cause: 'It threw an error, exceeded its timeout, or returned an invalid value.',
    remedy: 'Correct the function: the cause of this error has its stack.',
  },
  KW_TESTING_EXPECTED: {
    summary: 'An object differs from the expected one.',
    cause: 'A controller has not done, or has undone, the expected change; or the expectation is wrong.',
    remedy:
      'Find the first wrong field in the differences and the reconcile that wrote it last; correct that controller, or the expected value.',
  },
  KW_TESTING_CLOCK: {
    summary: 'A cluster on real time cannot be advanced.',
    cause: 'It was started with `time: "real"`, and the test needs virtual time.',
    remedy: 'Start the cluster without `time`, or wait for the expected state with `client.waitFor`.',
  },
  KW_TESTING_CLUSTER: {
    summary: 'A cluster or link of a test is unknown.',
    cause:
      'A name is misspelled, used twice or missing, the number of clusters is out of range, a link leads to its own cluster, or an ' +
      'address belongs to no cluster of the test.',
    remedy:
      "Pass different names to `startClusters(['a', 'b'])`, or a number from 1 to 26, and use these names. In an exploration, use " +
      'those of `clusters`.',
  },
  KW_TESTING_RUN: {
    summary: 'Controllers cannot be run on several clusters without options.',
    cause: 'The first argument of `clusters.run` is a controller, or is missing.',
    remedy: "Give the options first: `clusters.run({ home: 'a' }, controller)`.",
  },
  KW_TESTING_PLAN: {
    summary: 'The plan of an exploration cannot be replayed.',
    cause: 'The file was edited or was not written by an exploration, or the scenario has changed since.',
    remedy: 'Explore again, and keep the plan file that it writes.',
  },
  KW_TESTING_COORDINATION: {
    summary: 'An exploration cannot have a lease or a shard.',
    cause: 'The explorer itself decides which instance acts, pauses, stands by, or has lost leadership.',
    remedy:
      'Give the same controllers, and leave `coordination` and `assignOnCreate` out: explore({ controllers, scenario }). The faults `handover` and `overlap` simulate the move of an object between shards.',
  },
  KW_TESTING_PROCESS: {
    summary: 'An option does not apply to the exploration of a process.',
    cause: 'A seed, strategies and coverage work only for operators that run in the simulation.',
    remedy: 'Leave these options out, or explore the controllers themselves with `explore`.',
  },
  KW_TESTING_EXPLORATION: {
    summary: 'An exploration is incomplete, or an option of it is wrong.',
    cause:
      'It has no controllers or no scenario, a name of a cluster is not valid, a path names no field, or a webhook reads with its ' +
      'client before the first request.',
    remedy:
      "Correct the option that the message names: `explore({ controllers: [websites], scenario, ignore: ['status.lastSeen'] })`.",
  },
  KW_TESTING_PROTOCOL: {
    summary: 'The operator violates its management protocol.',
    cause:
      'The operator made a write that the protocol does not allow in that state, the cluster became idle before the goal was ' +
      'reached, or reaching the goal took more operations than allowed.',
    remedy:
      'Start with the first write that the message lists, and make the operator wait for the requirements of the operation. If the write is right, correct the protocol or the projection.',
  },
  KW_TESTING_PROJECTION: {
    summary: 'A projection reads a kind that is not watched.',
    cause: 'A function of the projection reads a kind that is missing in `resources` of the protocol watch.',
    remedy:
      'List every kind that the projection reads: `startProtocolWatch(client, projection, { resources: [Deployment], … })`.',
  },
  KW_TESTING_EXPLORED: {
    summary: 'An exploration found a failure of the operator.',
    cause:
      'After a fault at a certain moment, the operator does not reach the state that it reaches without the fault.',
    remedy:
      "Read the story in the message: the operator's reads and writes, and the fault. Replay it with the plan that the message has.",
  },
})
