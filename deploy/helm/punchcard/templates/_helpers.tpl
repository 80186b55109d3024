{{- define "punchcard.name" -}}
{{- if contains "punchcard" .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-punchcard" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "punchcard.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{/* Labels by which pods are found; they never change. */}}
{{- define "punchcard.selector" -}}
app.kubernetes.io/name: punchcard
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "punchcard.labels" -}}
{{ include "punchcard.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{/* Of every pod: no token of the cluster, a user without rights. */}}
{{- define "punchcard.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}

{{- define "punchcard.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}

{{/* Where people open Punchcard; nothing where neither a value nor an ingress says it. */}}
{{- define "punchcard.publicUrl" -}}
{{- if .Values.publicUrl -}}
{{ .Values.publicUrl }}
{{- else if .Values.ingress.enabled -}}
https://{{ .Values.ingress.host }}
{{- end -}}
{{- end -}}

{{/* Settings by name; those of the process win over those for all. */}}
{{- define "punchcard.env" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{/* Of a process that goes on: its secrets as files, its metrics on the pod's own address. */}}
{{- define "punchcard.processEnv" -}}
- name: PUNCHCARD_METRICS_HOST
  valueFrom:
    fieldRef: { fieldPath: status.podIP }
- name: PUNCHCARD_SECRETS_KEY_FILE
  value: /run/secrets/punchcard/secrets-key
- name: PUNCHCARD_DRAIN_SECONDS
  value: {{ .Values.drainSeconds | quote }}
- name: PUNCHCARD_STOP_SECONDS
  value: {{ .Values.stopSeconds | quote }}
{{- with .Values.webhookAllowedNetworks }}
- name: PUNCHCARD_WEBHOOK_ALLOWED_NETWORKS
  value: {{ join "," . | quote }}
{{- end }}
{{- if .Values.secrets.redis }}
- name: REDIS_URL_FILE
  value: /run/secrets/punchcard/redis-url
{{- end }}
{{- include "punchcard.cellEnv" . }}
{{- end -}}

{{/* The databases of further cells, each as a file. */}}
{{- define "punchcard.cellEnv" -}}
{{- range $cell, $secret := .Values.secrets.cells }}
- name: PUNCHCARD_CELL_{{ $cell | upper | replace "-" "_" }}_FILE
  value: /run/secrets/punchcard/cell-{{ $cell }}-url
{{- end }}
{{- end -}}

{{- define "punchcard.cellSecrets" -}}
{{- $url := .url }}
{{- range $cell, $secret := .root.Values.secrets.cells }}
- secret:
    name: {{ $secret }}
    items: [{ key: {{ $url }}, path: cell-{{ $cell }}-url }]
{{- end }}
{{- end -}}

{{- define "punchcard.processVolumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 64Mi }
- name: secrets
  projected:
    defaultMode: 288 # 0440
    sources:
      - secret:
          name: {{ .root.Values.secrets.database }}
          items: [{ key: {{ .url }}, path: database-url }]
      - secret:
          name: {{ .root.Values.secrets.sealing }}
          items: [{ key: secrets-key, path: secrets-key }]
      {{- if .root.Values.secrets.redis }}
      - secret:
          name: {{ .root.Values.secrets.redis }}
          items: [{ key: redis-url, path: redis-url }]
      {{- end }}
      {{- include "punchcard.cellSecrets" . | nindent 6 }}
{{- with .root.Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "punchcard.mounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: secrets, mountPath: /run/secrets/punchcard, readOnly: true }
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "punchcard.placement" -}}
{{- with .nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "punchcard.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "punchcard.selector" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
{{- end -}}
