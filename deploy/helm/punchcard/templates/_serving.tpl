{{/*
A Deployment that answers requests, with what belongs to it: takes `root`, the `component`, its `values`, and what it
`serves`.
*/}}
{{- define "punchcard.serving" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "punchcard.name" .root }}-{{ .component }}
  labels:
    {{- include "punchcard.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  {{- if not .values.autoscaling.enabled }}
  replicas: {{ .values.replicas }}
  {{- end }}
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  selector:
    matchLabels:
      {{- include "punchcard.selector" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .component }}
  template:
    metadata:
      labels:
        {{- include "punchcard.selector" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
      {{- with .values.podAnnotations }}
      annotations: {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      {{- include "punchcard.podSecurity" .root | nindent 6 }}
      terminationGracePeriodSeconds: {{ add .root.Values.stopSeconds 5 }}
      {{- include "punchcard.spread" (dict "root" .root "component" .component) | nindent 6 }}
      {{- include "punchcard.placement" .values | nindent 6 }}
      containers:
        - name: {{ .component }}
          image: {{ include "punchcard.image" .root }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          args: [serve]
          env:
            - name: DATABASE_URL_FILE
              value: /run/secrets/punchcard/database-url
            - name: PUNCHCARD_TRUST_PROXY
              value: {{ .values.trustProxy | quote }}
            {{- include "punchcard.processEnv" .root | nindent 12 }}
            {{- $address := dict "PUNCHCARD_SERVE" .serves }}
            {{- with include "punchcard.publicUrl" .root }}
            {{- $_ := set $address "PUNCHCARD_PUBLIC_URL" . }}
            {{- end }}
            {{- include "punchcard.env" (merge (dict) .values.env .root.Values.env $address) | nindent 12 }}
          ports:
            - { name: http, containerPort: 3000 }
            - { name: metrics, containerPort: 9464 }
          # Not /readyz: a pod that starts while the database is away is not to be killed for it.
          startupProbe:
            httpGet: { path: /livez, port: http }
            periodSeconds: 1
            failureThreshold: 60
          # On SIGTERM it answers 503 and serves on for drainSeconds, until nobody sends anything here any more.
          readinessProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 2
            timeoutSeconds: 2
            failureThreshold: 2
          livenessProbe:
            httpGet: { path: /livez, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          {{- include "punchcard.containerSecurity" . | nindent 10 }}
          resources: {{- toYaml .values.resources | nindent 12 }}
          volumeMounts:
            {{- include "punchcard.mounts" .root | nindent 12 }}
      volumes:
        {{- include "punchcard.processVolumes" (dict "root" .root "url" "api-url") | nindent 8 }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "punchcard.name" .root }}-{{ .component }}
  labels:
    {{- include "punchcard.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "punchcard.selector" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .component }}
{{- if .values.autoscaling.enabled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ include "punchcard.name" .root }}-{{ .component }}
  labels:
    {{- include "punchcard.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "punchcard.name" .root }}-{{ .component }}
  minReplicas: {{ .values.autoscaling.minReplicas }}
  maxReplicas: {{ .values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: {{ .values.autoscaling.cpuPercent }} }
  behavior:
    # A sale comes at once, and goes slowly.
    scaleDown: { stabilizationWindowSeconds: 300 }
{{- end }}
{{- end -}}
