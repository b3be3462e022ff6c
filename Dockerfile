# The same commands as the README's. This Node brings npm; the Node that runs Polylogue comes with the install.
FROM node:26.10.0-bookworm-slim AS built
WORKDIR /app
ENV npm_config_update_notifier=false npm_config_fund=false npm_config_audit=false
COPY . .
RUN npm install
RUN npm run build
RUN npm prune --omit=dev

FROM node:26.10.0-bookworm-slim
WORKDIR /app
ENV PATH=/app/node_modules/.bin:$PATH NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0
RUN mkdir /data && chown node:node /data
COPY --from=built /app /app
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "apps/server/src/healthy.ts"]
# What `npm start` runs. npm itself as the first process would leave before the server has let its callers finish.
CMD ["node", "apps/server/src/main.ts"]
