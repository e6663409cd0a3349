/** A Monitoring: the measured pods, their inputs, and the sink of the samples. */
import { defineResource, type InputOf, type ObjectOf } from '@kubewright/resource'
import { sidecarSpec, sidecarStatus } from '@kubewright/sidecar'
import { z } from 'zod'
import { monitoringGroup } from './names.ts'

/** Names that the API server accepts in a pod. */
const objectName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/
const labelKey = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-\w.]{0,61}[A-Za-z0-9])?$/

const scrape = z.object({
  port: z.int().min(1).max(65_535).describe('A port of the pod.'),
  path: z
    .string()
    .max(512)
    .regex(/^\/[\w./?=&%:@+~-]*$/)
    .default('/metrics')
    .describe('HTTP path of the metrics, in the text format of Prometheus.'),
})

const named = z.object({ name: z.string().max(253).regex(objectName), optional: z.boolean().optional() })
const variables = z.object({
  prefix: z
    .string()
    .max(128)
    .regex(/^[A-Za-z_]\w*$/)
    .optional(),
  configMapRef: named.optional(),
  secretRef: named.optional(),
})

/**
 * Adds Telegraf to the pods that carry the label `monitoring.kubewright.dev/name` with its name, or that its selector matches, and
 * writes what it measures to InfluxDB.
 */
export const Monitoring = defineResource({
  group: monitoringGroup,
  version: 'v1alpha1',
  kind: 'Monitoring',
  scope: 'Namespaced',
  description: 'Measures pods with Telegraf, and writes the samples to InfluxDB.',
  spec: z.object({
    ...sidecarSpec,
    interval: z
      .string()
      .max(16)
      .regex(/^[1-9]\d{0,5}(ms|s|m)$/)
      .default('10s')
      .describe('Interval between two measurements.'),
    scrape: z.array(scrape).max(16).default([]).describe('Metrics endpoints of the pods.'),
    inputs: z
      .string()
      .max(65_536)
      .default('')
      .describe('Further inputs of Telegraf, in its TOML format. ${POD_IP} is the address of the pod.'),
    secretName: z
      .string()
      .max(253)
      .regex(objectName)
      .optional()
      .describe('Secret whose values are environment variables of the inputs.'),
    envFrom: z
      .array(variables)
      .max(16)
      .default([])
      .describe(
        'Further environment variables of the inputs, as envFrom of a container. If several set one variable, the last wins.',
      ),
    tags: z.record(z.string(), z.string().max(253)).default({}).describe('Tags of every sample.'),
    labelTags: z
      .array(z.string().max(317).regex(labelKey))
      .max(32)
      .default([])
      .describe('Labels of the pods that are copied to tags of the same name.'),
    sink: z.object({
      url: z
        .string()
        .max(1024)
        .regex(/^https?:\/\/[\w.-]+(:\d+)?(\/[\w./-]*)?$/)
        .describe('URL of the HTTP API of InfluxDB 1.x: http://influxdb:8086.'),
      database: z
        .string()
        .max(64)
        .regex(/^[\w.-]+$/),
      secretName: z
        .string()
        .max(253)
        .regex(objectName)
        .optional()
        .describe('Secret with INFLUX_USERNAME and INFLUX_PASSWORD, if InfluxDB requires authentication.'),
    }),
  }),
  status: z.object({
    ...sidecarStatus,
    pods: z.int().optional().describe('Number of selected pods.'),
    monitored: z.int().optional().describe('Number of selected pods that run Telegraf.'),
  }),
  conditions: ['Ready', 'Collecting'],
  columns: { Pods: '.status.pods', Monitored: '.status.monitored' },
})

export interface Monitoring extends ObjectOf<typeof Monitoring> {}
/** A Monitoring as written: fields with defaults may be omitted. */
export type MonitoringInput = InputOf<typeof Monitoring>
