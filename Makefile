# Short names for the commands in CONTRIBUTING.md.

.PHONY: help verify verify-long demo peers results test format warnings api-update states-update

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST)

verify: ## everything: build, gates, tests on JDK 17 and 25
	scripts/verify.sh

verify-long: ## verify, and the long tests, repeats, reproducible build
	scripts/verify.sh --long

demo: ## watch a process lose its lease and its late write being refused
	scripts/demo.sh

results: ## the kit on every store that is here, side by side
	scripts/results.sh

peers: ## other libraries under the rules of the kit, and Leasehold as a control
	scripts/peers.sh

test: ## the tests of the modules, without the gates
	mvn -q test -pl '!.ci/gates'

format: ## format the sources
	mvn -q spotless:apply

warnings: ## compile everything and show every warning at once
	mvn -B test-compile -Dleasehold.warnings=-Xdiags:compact | grep -A 3 -E '^\[(WARNING|ERROR)\]' || true

api-update: ## rewrite docs/api/*.txt after a meant change of the public API
	mvn -q test -pl .ci/gates -am -Dtest=PublicApiTest -Dsurefire.failIfNoSpecifiedTests=false -Dapi.update=true

states-update: ## rewrite docs/states.md after a change of the transition table
	mvn -q test -pl lease-api -Dtest=StatesPageTest -Dstates.update=true
