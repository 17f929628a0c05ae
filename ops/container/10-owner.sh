#!/bin/sh
# Once, when the database is made: the owner of the portal's schema, who may make the two roles that portals serve as,
# and is no superuser.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$(cat /run/secrets/owner_password)" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
CREATE ROLE mizan LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE mizan OWNER mizan;
SQL
