/**
 * Maps the requirements of the original to tests: its requirements by id, the tests it names, the fault scenarios of its protocol model,
 * and the defects of its listings that must not occur here. `requirements.test.ts` fails when one of these tests is missing.
 */

/** A test: its file and its exact title. */
type TestRef = readonly [file: string, title: string]

const own = (file: string) => `operators/iotsnap-root/src/${file}.test.ts`
const stack = (file: string) => `test/integration/stack/${file}.test.ts`
const unit = (file: string) => `packages/stack/src/${file}.test.ts`

const minimum: TestRef = [own('deploy'), 'TestMinimumDeployment']
const full: TestRef = [own('deploy'), 'FullDeployTest']
const deletes: TestRef = [own('recovery'), 'RecoveryAfterDelete']
const scaling: TestRef = [own('recovery'), 'RecoveryAfterScaling']
const restore: TestRef = [own('recovery'), 'RestoreConfigMap']
const drift: TestRef = [own('recovery'), 'reverts an edited variable, a foreign container and an edited Service']
const objects: TestRef = [own('components'), 'have the objects of the original operator']
const toggles: TestRef = [own('deploy'), 'deploys backup and monitoring while they are enabled']
const cleanup: TestRef = [
  own('deploy'),
  'deletes all objects that it created, and no others, when the IotSnapRoot is deleted',
]
const missingConfig: TestRef = [
  own('deploy'),
  'waits for a missing ConfigMap and reports it, and deploys the components that do not need it',
]
const idle: TestRef = [own('write-counts'), 'has no reconcile and no write']
const singleFault: TestRef = [own('write-counts'), 'takes no more writes than its plan: $component, $kind']
const conquered: TestRef = [own('reconcile'), 'are preserved, restored, recreated, and released unchanged']
const trace: TestRef = [
  own('reconcile'),
  'creates the next component when its dependencies become ready, in the order of the original',
]
const explored: TestRef = ['test/planted/own-iotsnap-root.test.ts', 'iotsnap-root']
const upAndDown: TestRef = [own('recovery'), 'Replicas']
const runtime: TestRef = [own('recovery'), 'Env and Labels']
const unrelated: TestRef = [
  stack('refusals'),
  'stack: repairs unrelated components while one cannot be applied and another is not ready',
]
const backups: TestRef = [own('components'), 'are backed up to the repository in the variables of MinIO']

/** Requirements, by their ids. */
export const requirements: Readonly<Record<string, readonly TestRef[]>> = {
  C1: [[own('iotsnap-root'), 'has the names of the original, and a status subresource']],
  C2: [[own('iotsnap-root'), 'has the fields of the original, all optional']],
  C3: [[own('components'), 'are one of each type unless the spec lists more'], full],
  C4: [
    [own('components'), 'are one of each type unless the spec lists more'],
    [own('components'), 'requires at least one field for each listed instance'],
  ],
  C5: [[own('components'), 'may be empty'], objects],
  C6: [[own('iotsnap-root'), 'shows copies of ConfigMaps in the order of the instances, without those of databases']],
  C7: [[own('components'), 'is refused with a wrong type: $spec']],
  C8: [[own('deploy'), 'lets them edit or only view IotSnapRoots through the aggregated cluster roles']],
  O1: [objects, minimum],
  O2: [objects, runtime],
  O3: [[own('components'), 'do not share variables with each other'], runtime],
  O4: [objects],
  O5: [objects],
  O6: [cleanup],
  D1: [trace, [own('deploy'), 'creates a component only after its dependencies are ready']],
  D2: [minimum, trace],
  D3: [[stack('refusals'), 'stack: does not rewrite status repeatedly while the server refuses a workload'], explored],
  D4: [[own('reconcile'), 'does nothing for a deleted object, and is not repeated']],
  D5: [[own('reconcile'), 'is not repeated while a component starts: its readiness triggers the operator']],
  D6: [trace],
  W1: [deletes, restore, singleFault],
  F1: [deletes, singleFault],
  F2: [deletes, singleFault],
  F3: [scaling, singleFault],
  F4: [drift, singleFault],
  F5: [drift, [stack('recovery'), 'for replicas, variables, containers, labels and ports']],
  F6: [restore, conquered],
  F7: [upAndDown, runtime],
  F8: [missingConfig],
  F9: [toggles, [own('reconcile'), 'of a disabled component are released, and adopted again when it is enabled']],
  B1: [backups, toggles],
  B2: [
    backups,
    [own('components'), 'are backed up with the credentials in the variables of MinIO, or with generated ones'],
  ],
  B3: [toggles],
  B4: [toggles],
  B5: [[own('iotsnap-root'), 'needs running MinIO to make a backup, but not to keep one']],
  M1: [toggles, full],
}

/** The tests that the original names or describes. */
export const namedTests: Readonly<Record<string, readonly TestRef[]>> = {
  TestMinimumDeployment: [minimum],
  'Deploy/MinDeployTest': [[own('deploy'), 'MinDeployTest']],
  'Deploy/FullDeployTest': [full],
  'Recovery/RecoveryAfterDelete': [deletes],
  'Recovery/RecoveryAfterScaling': [scaling],
  'Recovery/RestoreConfigMap': [restore],
  'Runtime update/Replicas': [upAndDown],
  'Runtime update/Env and Labels': [runtime],
  'parsing of optional and custom fields': [
    [own('components'), 'may be empty'],
    [own('components'), 'are one of each type unless the spec lists more'],
  ],
  'labels and variables of a component overrule global ones': [runtime, objects],
  'generated objects are correct': [objects],
  'scaling, with all pods behind the Service': [upAndDown],
  'pods recover from a crash, a scaling and a deletion': [
    [own('fault-scenarios'), 'recovers from a crash of $fault in the $length steps of the plan'],
    scaling,
    singleFault,
  ],
  'Secret, Deployment, Service and route are restored': [deletes],
  'ConfigMaps are backed up and restored': [restore, conquered],
  'everything is deleted with the object': [cleanup],
}

/** The fault scenarios of the protocol model. */
export const scenarios: Readonly<Record<string, readonly TestRef[]>> = {
  'a claim is deleted': [
    [own('fault-scenarios'), 'recovers from a deleted claim in the 22 steps of the plan, one of which is manual'],
  ],
  'a component crashes': [
    [own('fault-scenarios'), 'recovers from a crash of $fault in the $length steps of the plan'],
    [own('components'), 'recover from each crash in as many steps as the protocol model of the original'],
  ],
  'the walk-through': [
    [own('fault-scenarios'), 'follows the example of the original: CloudAdmin crashes while the GUI is unavailable'],
  ],
}

/** Defects in the original's listings. */
export const defects: Readonly<Record<string, readonly TestRef[]>> = {
  '1 a crash between two writes leaves a ConfigMap half conquered': [conquered, explored],
  '2 a deleted ConfigMap is not made again': [restore, conquered],
  '3 the deletion of the object deletes ConfigMaps of the customer': [cleanup, conquered],
  '4 variables of one component leak into the next': [
    [own('components'), 'do not share variables with each other'],
    [
      unit('objects/objects-of'),
      'merge the variables of stack and component, sorted, without leaking into other components',
    ],
  ],
  '5 variables from Secrets are a difference for ever': [idle, runtime],
  '6 a swapped or reconfigured container is not noticed': [
    drift,
    [stack('recovery'), 'for replicas, variables, containers, labels and ports'],
  ],
  '7 pods that change are not noticed': [singleFault, scaling],
  '8 one component that is not ready blocks the repair of others': [unrelated, missingConfig],
  '9 a requeue that is none': [
    explored,
    [own('reconcile'), 'is not repeated while a component starts: its readiness triggers the operator'],
  ],
  '10 the status is written in every pass': [idle],
  '11 no data and empty data differ, and binary data is lost': [conquered],
  '12 drift of Services, routes and Secrets is not repaired': [
    drift,
    singleFault,
    [stack('recovery'), 'with the same generated Secret value after the loss of either copy, and after an edit'],
  ],
}
