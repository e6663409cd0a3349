import type { CaseStep, Cases } from '../built-in-cases.ts'

const table = { table: true }
const pod = { containers: [{ name: 'c', image: 'nginx:1' }] }
const template = { metadata: { labels: { app: 'a' } }, spec: pod }
const selector = { matchLabels: { app: 'a' } }
const runOnce = { spec: { ...pod, restartPolicy: 'Never' } }
const spec = (patch: object): CaseStep => ({ patch: { spec: patch } })
const status = (patch: object, isKept = false): CaseStep => ({ at: 'status', patch: { status: patch }, isKept })
const scale = { at: 'scale' }
const scaleTo = (replicas: number): CaseStep => ({ at: 'scale', patch: { spec: { replicas } } })

/** Cases for all workload kinds with a selector. */
const selected: Cases = {
  empty: {},
  'no labels': { spec: { selector, template: { spec: pod } } },
  'an empty selector': { spec: { selector: {}, template } },
  'a bad selector': {
    spec: {
      selector: {
        matchExpressions: [
          { key: 'a b', operator: 'Nope', values: ['x'] },
          { key: 'c', operator: 'In' },
          { key: 'd', operator: 'Exists', values: ['x'] },
        ],
      },
      template,
    },
  },
  'a pod that ends': {
    spec: { selector, template: { ...template, spec: { ...pod, restartPolicy: 'Never', activeDeadlineSeconds: 1 } } },
  },
  'a pod without containers': { spec: { selector, template: { ...template, spec: {} } } },
  'a pod with a default set': {
    spec: {
      selector,
      template: {
        metadata: { labels: { app: 'a' } },
        spec: {
          containers: [
            {
              name: 'c',
              image: 'x',
              resources: { limits: { cpu: '1' } },
              ports: [{ containerPort: 1 }],
              env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
            },
          ],
        },
      },
    },
  },
  'negative counts': { spec: { selector, template, replicas: -1, minReadySeconds: -1, revisionHistoryLimit: -1 } },
}

export const workloadCases: Readonly<Record<string, Cases>> = {
  'apps/v1 Deployment': {
    ...selected,
    minimal: [
      { spec: { selector, template } },
      {
        table,
        scale,
        'scale up': scaleTo(3),
        'scale to none': scaleTo(0),
        'scale below none': scaleTo(-1),
        'other selector': spec({
          selector: { matchLabels: { app: 'b' } },
          template: { metadata: { labels: { app: 'b' } } },
        }),
        'other image': spec({ template: { spec: { containers: [{ name: 'c', image: 'nginx:2' }] } } }),
        annotation: { patch: { metadata: { annotations: { a: 'b' } } } },
        label: { patch: { metadata: { labels: { a: 'b' } } } },
        'label through status': { at: 'status', patch: { metadata: { labels: { a: 'b' }, annotations: { c: 'd' } } } },
        'spec through status': { at: 'status', patch: { spec: { replicas: 9 } } },
        ready: status(
          { replicas: 1, readyReplicas: 1, availableReplicas: 1, updatedReplicas: 1, observedGeneration: 1 },
          true,
        ),
        'table when ready': table,
        'too many ready': status({ replicas: 1, readyReplicas: 2, availableReplicas: 3, updatedReplicas: -1 }),
        'status of the deployment': { patch: { status: { replicas: 9 } } },
      },
    ],
    recreate: { spec: { selector, template, strategy: { type: 'Recreate' } } },
    'recreate slowly': { spec: { selector, template, strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } } },
    'an unknown strategy': { spec: { selector, template, strategy: { type: 'Nope' } } },
    'a strategy that stands still': {
      spec: { selector, template, strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: '0%' } } },
    },
    'a bad strategy': {
      spec: { selector, template, strategy: { rollingUpdate: { maxSurge: 'x', maxUnavailable: '150%' } } },
    },
    'a deadline too early': { spec: { selector, template, minReadySeconds: 10, progressDeadlineSeconds: 10 } },
  },
  'apps/v1 ReplicaSet': {
    ...selected,
    minimal: [
      { spec: { selector, template } },
      {
        table,
        scale,
        'scale up': scaleTo(2),
        'other selector': spec({ selector: { matchLabels: { b: 'c' } } }),
        ready: status({ replicas: 1, fullyLabeledReplicas: 2 }),
      },
    ],
  },
  'apps/v1 StatefulSet': {
    ...selected,
    minimal: [
      { spec: { selector, template, serviceName: 's' } },
      {
        table,
        scale,
        'scale up': scaleTo(2),
        'other service': spec({ serviceName: 'x' }),
        'other image': spec({ template: { spec: { containers: [{ name: 'c', image: 'x' }] } } }),
        'too many': status({ replicas: 1, readyReplicas: 2, availableReplicas: 3 }),
      },
    ],
    claims: {
      spec: {
        selector,
        serviceName: 's',
        template: {
          ...template,
          spec: { containers: [{ name: 'c', image: 'x', volumeMounts: [{ name: 'data', mountPath: '/d' }] }] },
        },
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        ],
      },
    },
    'bad claims': {
      spec: { selector, serviceName: 'A_', template, volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: {} }] },
    },
    'bad policies': {
      spec: {
        selector,
        template,
        podManagementPolicy: 'Nope',
        updateStrategy: { type: 'Nope' },
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Nope' },
        ordinals: { start: -1 },
      },
    },
    'on delete': { spec: { selector, template, updateStrategy: { type: 'OnDelete' } } },
    'a bad rolling update': {
      spec: {
        selector,
        template,
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: -1, maxUnavailable: 0 } },
      },
    },
  },
  'apps/v1 DaemonSet': {
    ...selected,
    minimal: [
      { spec: { selector, template } },
      {
        table,
        'other image': spec({ template: { spec: { containers: [{ name: 'c', image: 'x' }] } } }),
        'other selector': spec({
          selector: { matchLabels: { b: 'c' } },
          template: { metadata: { labels: { b: 'c' } } },
        }),
        negative: status({ numberReady: -1 }),
      },
    ],
    'on delete': { spec: { selector, template, updateStrategy: { type: 'OnDelete' } } },
    'an unknown strategy': { spec: { selector, template, updateStrategy: { type: 'Nope' } } },
    'both ways': {
      spec: { selector, template, updateStrategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } } },
    },
    'no way': { spec: { selector, template, updateStrategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } } },
  },
  'apps/v1 ControllerRevision': {
    empty: {},
    full: [
      { data: { a: 1 }, revision: 1 },
      { table, 'other data': { patch: { data: { a: 2 } } }, 'other revision': { patch: { revision: 2 } } },
    ],
    'a list': { data: [], revision: -1 },
  },
  'v1 ReplicationController': {
    empty: {},
    minimal: [{ spec: { template } }, { table, scale, 'scale up': scaleTo(2) }],
    'no labels': { spec: { template: { spec: pod } } },
    'other labels': { spec: { selector: { b: 'c' }, template, replicas: -1 } },
  },
  'batch/v1 Job': {
    empty: {},
    minimal: [
      { spec: { template: runOnce } },
      {
        table,
        'more at once': spec({ parallelism: 2 }),
        'more in all': spec({ completions: 2 }),
        'other template': spec({ template: { spec: { containers: [{ name: 'c', image: 'x' }] } } }),
        suspend: spec({ suspend: true }),
        'other selector': spec({ selector: { matchLabels: { a: 'b' } } }),
        complete: status({ conditions: [{ type: 'Complete', status: 'True' }] }),
        'complete after all': status(
          {
            startTime: '2026-01-01T00:00:00Z',
            completionTime: '2026-01-01T00:00:10Z',
            succeeded: 1,
            conditions: [
              { type: 'SuccessCriteriaMet', status: 'True' },
              { type: 'Complete', status: 'True' },
            ],
          },
          true,
        ),
        'table when complete': table,
        'not complete any more': status({ conditions: [], completionTime: null }),
      },
    ],
    labels: { spec: { template: { metadata: { labels: { a: 'b' } }, ...runOnce } } },
    'a pod that restarts': { spec: { template } },
    indexed: { spec: { completionMode: 'Indexed', completions: 3, backoffLimitPerIndex: 1, template: runOnce } },
    'indexed without completions': { spec: { completionMode: 'Indexed', template: runOnce } },
    'a manual selector': {
      spec: { manualSelector: true, selector, template: { metadata: { labels: { app: 'a' } }, ...runOnce } },
    },
    'a selector of its own': { spec: { selector, template: { metadata: { labels: { app: 'a' } }, ...runOnce } } },
    'bad numbers': {
      spec: {
        parallelism: -1,
        completions: -1,
        backoffLimit: -1,
        activeDeadlineSeconds: -1,
        ttlSecondsAfterFinished: -1,
        maxFailedIndexes: 1,
        completionMode: 'Nope',
        template: runOnce,
      },
    },
    'a failure policy': {
      spec: {
        podFailurePolicy: {
          rules: [
            { action: 'FailJob', onExitCodes: { operator: 'In', values: [1] } },
            { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] },
          ],
        },
        template: runOnce,
      },
    },
    'a bad failure policy': {
      spec: {
        podFailurePolicy: { rules: [{}, { action: 'Nope', onExitCodes: { operator: 'In', values: [0, 0, -1] } }] },
        template: { spec: { ...pod, restartPolicy: 'OnFailure' } },
      },
    },
    'only completions': { spec: { completions: 3, template: runOnce } },
    'a long name': { metadata: { name: `j${'x'.repeat(70)}` }, spec: { template: runOnce } },
  },
  'batch/v1 CronJob': {
    empty: {},
    minimal: [
      { spec: { schedule: '*/5 * * * *', jobTemplate: { spec: { template: runOnce } } } },
      { table, 'other schedule': spec({ schedule: '@daily' }), 'bad schedule': spec({ schedule: 'x' }) },
    ],
    'bad schedules': { spec: { schedule: '60 * * * *', jobTemplate: { spec: { template: runOnce } } } },
    'few fields': { spec: { schedule: '* *', jobTemplate: { spec: { template: runOnce } } } },
    'no number': { spec: { schedule: 'x * * * *', jobTemplate: { spec: { template: runOnce } } } },
    'a descriptor': { spec: { schedule: '@nope', jobTemplate: { spec: { template: runOnce } } } },
    'a range that ends first': { spec: { schedule: '5-1 * * * *', jobTemplate: { spec: { template: runOnce } } } },
    'no steps': { spec: { schedule: '*/0 * * * *', jobTemplate: { spec: { template: runOnce } } } },
    'a zone in the schedule': { spec: { schedule: 'TZ=UTC * * * * *', jobTemplate: { spec: { template: runOnce } } } },
    'a zone': {
      spec: { schedule: '0 0 * jan sun', timeZone: 'Europe/Berlin', jobTemplate: { spec: { template: runOnce } } },
    },
    'a bad zone': {
      spec: { schedule: '@hourly', timeZone: 'Nope/Nope', jobTemplate: { spec: { template: runOnce } } },
    },
    bad: {
      spec: {
        schedule: '@hourly',
        concurrencyPolicy: 'Nope',
        startingDeadlineSeconds: -1,
        successfulJobsHistoryLimit: -1,
        failedJobsHistoryLimit: -1,
        jobTemplate: { spec: { manualSelector: true, selector, template } },
      },
    },
    'a long name': {
      metadata: { name: `c${'x'.repeat(52)}` },
      spec: { schedule: '@hourly', jobTemplate: { spec: { template: runOnce } } },
    },
  },
}
