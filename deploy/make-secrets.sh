#!/bin/sh
# Makes the secrets that compose.yaml names, in the folder secrets/ beside it. What is there already stays.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
# The folder keeps others out. The files are shown to containers one by one, whose users have other numbers.
chmod 700 secrets
umask 022

# Reads its input also where the file is there: openssl complains about a closed pipe.
keep() { if [ -e "secrets/$1" ]; then cat >/dev/null; else cat >"secrets/$1.new" && mv "secrets/$1.new" "secrets/$1"; fi; }

openssl rand -hex 24 | keep superuser-password
openssl rand -hex 24 | keep grafana-password
openssl rand -base64 32 | keep secrets-key
for login in owner api worker backup; do
  echo "postgres://punchcard_$login:$(openssl rand -hex 24)@database:5432/punchcard" | keep "$login-url"
done
